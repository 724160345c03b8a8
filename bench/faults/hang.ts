import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { acknowledged, audit } from '#server/testing/faultPlant.ts'
import { freezePostgres } from '#server/testing/frozenPostgres.ts'
import { startPeopleServer } from '#server/testing/peopleServer.ts'
import { eventually } from '#server/testing/testMachines.ts'
import { printAudit } from '../report/audit.ts'
import { print } from '../report/figure.ts'

const MACHINES = 20
const HANG_MS = 30_000
const ANSWER_LIMIT_MS = 2_000
/** Each asks again so soon, so that each moment of a silence that begins is met. */
const ASK_EVERY_MS = 200

/** Stops all processes of PostgreSQL for half a minute: how long people and devices wait for their answer, and what the server's memory does. */
export async function hang(): Promise<void> {
  const { durable, server, publishers, roads, end } = await startPeopleServer(MACHINES)
  let thaw = (): void => undefined
  try {
    for (const ask of Object.values(roads)) await (await ask()).text()
    await sleep(2_000)
    const { pid } = durable.postgres
    if (pid === null) throw new Error('PostgreSQL does not run')
    const memory = residentMegabytes(server.child.pid)
    thaw = freezePostgres(pid)
    const until = performance.now() + HANG_MS
    const asked = Object.entries(roads).map(async ([road, ask]) => {
      const waits: Promise<{ readonly ms: number; readonly status: number; readonly hasRetryAfter: boolean }>[] = []
      for (; performance.now() < until; await sleep(ASK_EVERY_MS)) waits.push(timed(ask))
      return { road, answers: await Promise.all(waits) }
    })
    const told = await Promise.all(asked)
    const grown = residentMegabytes(server.child.pid) - memory
    const before = acknowledged({ publishers })
    thaw()
    const thawedAt = performance.now()
    await eventually(async () => (acknowledged({ publishers }) > before + MACHINES ? true : undefined))
    print({ bench: 'faults: acknowledging again after a hang', value: performance.now() - thawedAt, unit: 'ms' })
    for (const { road, answers } of told) {
      const others = answers.filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter)
      const statuses = [...new Set(others.map(({ status }) => status))]
      print({
        bench: `faults: longest wait for an answer while PostgreSQL hangs, ${road}`,
        value: Math.max(...answers.map(({ ms }) => ms)),
        unit: 'ms',
        limit: ANSWER_LIMIT_MS,
        runs: answers.length,
        note: `${answers.length - others.length} of ${answers.length} were 503 with retry-after${others.length > 0 ? `; others: ${statuses.join(', ')}` : ''}`,
      })
    }
    print({ bench: 'faults: memory that a hang costs', value: grown, unit: 'MiB', note: `${MACHINES} machines with 16 messages in flight` })
    await sleep(1_000)
    await Promise.all(publishers.map((publisher) => publisher.stop()))
    printAudit('a hang', await audit(durable.database, publishers, { mqtt: 0, http: Number(new URL(server.url).port) }))
  } finally {
    thaw()
    await end()
  }
}

async function timed(ask: () => Promise<Response>) {
  const startedAt = performance.now()
  const answer = await ask()
  await answer.arrayBuffer()
  return { ms: performance.now() - startedAt, status: answer.status, hasRetryAfter: Number(answer.headers.get('retry-after')) > 0 }
}

function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
