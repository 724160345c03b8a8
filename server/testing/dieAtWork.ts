import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CompanyId } from '#engine/ids.ts'

const PROGRAM = join(import.meta.dirname, 'dyingWork.ts')

/** Background work of a company: `about` = the person of PUSHES and LETTERS, the id of WEBHOOKS and INTEGRATION, the mail server of EMAILS; else empty. */
export type DyingWork = 'CHECKLISTS' | 'EMAILS' | 'INTEGRATION' | 'LETTERS' | 'NOTIFICATIONS' | 'PUSHES' | 'TASKS' | 'WEBHOOKS'

/** Where the process is killed by signal 9: before the statement is sent; before a request to an address with that end leaves, or once it was answered. */
export type DeathPlace = { readonly statement: number } | { readonly ask: string } | { readonly answered: string }

export type WorkToDie = {
  readonly databaseUrl: string
  readonly companyId: CompanyId
  readonly now: number
  readonly work: DyingWork
  readonly about?: string
}

/** Has a process of its own do the work and be killed in it. Returns whether it was: false = the work was done before the place was reached. */
export async function dieAtWork({ databaseUrl, companyId, now, work, about = '' }: WorkToDie, place: DeathPlace): Promise<boolean> {
  const [[kind, where] = ['', '']] = Object.entries(place)
  const environment = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: databaseUrl,
    COMPANY_ID: companyId,
    NOW: String(now),
    WORK: work,
    ABOUT: about,
    DIES: `${kind} ${where}`,
  }
  const child = spawn(process.execPath, [PROGRAM], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  assert.ok(code === 0 || signal === 'SIGKILL', `the process ended by itself with ${code}`)
  return signal === 'SIGKILL'
}

/** Kills the work at one statement after the other, `step` apart, each time from its beginning, until it is done; `check` looks after each. Returns how often. */
export async function dieAllOver(work: WorkToDie, step: number, check: () => Promise<void>): Promise<number> {
  for (let deaths = 0; ; deaths++) {
    const hasDied = await dieAtWork(work, { statement: 1 + step * (deaths + 1) })
    await check()
    if (!hasDied) return deaths
  }
}
