import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ACME } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { testClusterUrl } from './testCluster.ts'

const PROGRAM = join(import.meta.dirname, 'dyingApi.ts')

/** A request with its key in the variables. */
export type Said = { readonly query: string; readonly variables: object }

/** Returns the address of the database of the test. */
export async function databaseUrlOf({ database }: Pick<TestApi, 'database'>): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  const own = new URL(await testClusterUrl())
  own.pathname = `/${rows[0]?.name}`
  return own.href
}

type Beside = Pick<TestApi, 'database' | 'users'> & {
  readonly databaseUrl: string
  readonly now: number
  /** SQL that is true in the transaction over which it dies; left out = that the request has noted its key. */
  readonly over?: string
}

/** Has a server of its own on the database die over the request of an administrator: "before" its commit, "after" it, or while an import is "applying"; nobody gets an answer. Keys of before are forgotten. */
export async function dyingOver(beside: Beside, said: Said, dies: 'after' | 'applying' | 'before'): Promise<void> {
  await beside.database.pool.query('delete from request_key')
  const { child, post, ended } = await startBeside(beside, dies)
  const answer = await post(said).catch(() => null)
  const heard = await answer?.text()
  if (heard !== undefined) child.kill('SIGKILL')
  assert.deepEqual([heard, ...(await ended)], [undefined, null, 'SIGKILL'], 'the client hears nothing')
}

/** Another server on the database, for an administrator: what waits for its turn within a server does not wait for one of another. */
export type SecondServer = {
  /** Returns the codes of what was refused. */
  ask(said: Said): Promise<readonly string[]>
  end(): Promise<void>
}

/** Returns a second server on the database; it is always `now` there, and nothing is folded by it. */
export async function startSecondServer(beside: Beside): Promise<SecondServer> {
  const { child, post, ended } = await startBeside(beside, 'never')
  return {
    ask: async (said) => {
      const { errors = [] } = (await (await post(said)).json()) as Partial<Answer>
      return errors.map(({ extensions }) => extensions.code)
    },
    end: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function startBeside({ users, databaseUrl, now, over = 'exists (select from request_key)' }: Beside, dies: string) {
  const environment = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: databaseUrl,
    DIES: dies,
    USER_ID: users.ADMIN,
    COMPANY_ID: ACME,
    NOW: String(now),
    OVER: over,
  }
  const child = spawn(process.execPath, [PROGRAM], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [port] = (await once(child.stdout, 'data')).map((chunk) => String(chunk).trim())
  const post = (said: Said) =>
    fetch(`http://127.0.0.1:${port}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
      body: JSON.stringify(said),
    })
  return { child, post, ended }
}
