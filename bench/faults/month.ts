import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '#engine/time/durations.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { post } from '#server/testing/publisher.ts'
import { startIngestProcess } from '#server/testing/serverProcess.ts'
import { addCompany, addFleet } from '#server/testing/testMachines.ts'
import { print } from '../report/figure.ts'
import { Others } from './others.ts'

const MACHINES = Number(process.env['BENCH_MONTH_MACHINES'] ?? 5_000)
const AT_ONCE = 50
const OTHERS = 1_000
const OTHERS_EVERY_MS = 5_000
const LIMIT_MS = 50
const WATCHED_MS = 120_000

/** Many machines at once whose first reading is a month old: how soon others are acknowledged meanwhile, and when all figures are there. */
export async function month(): Promise<void> {
  const durable = await createDurableDatabase()
  const { server, ports } = await startIngestProcess({ databaseUrl: durable.postgres.url })
  try {
    const company = await addCompany(durable.database, 'FAULT')
    const fleet = await addFleet(durable.database, company, MACHINES)
    const others = await Others.start(await addFleet(durable.database, company, OTHERS), { port: ports.mqtt, everyMs: OTHERS_EVERY_MS })
    await sleep(10_000)
    const startedAt = performance.now()
    let derived = 0
    const ids = fleet.map(({ workCenterId }) => workCenterId)
    const measured = await others.during(async () => {
      const waiting = [...fleet]
      const now = Date.now()
      const samples = [
        { at: now - 30 * DAY_MS, values: { POWER: 12, TOTAL_OUTPUT: 1 } },
        { at: now, values: { POWER: 12, TOTAL_OUTPUT: 2 } },
      ]
      const send = async (): Promise<void> => {
        for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
          const answer = await post(one, `http://127.0.0.1:${ports.http}`, samples)
          await answer.arrayBuffer()
          if (answer.status !== 202) waiting.push(one)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, send))
      print({
        bench: `faults: ${MACHINES} machines with a month are acknowledged`,
        value: (performance.now() - startedAt) / 1_000,
        unit: 's',
      })
      for (const until = performance.now() + WATCHED_MS; derived < MACHINES && performance.now() < until; await sleep(500)) {
        const { rows } = await durable.database.pool.query<{ count: number }>(
          'select count(distinct work_center_id)::int as count from shift where company_id = $1 and work_center_id = any($2::int[]) and start_at > $3',
          [company, ids, Date.now() - DAY_MS],
        )
        derived = rows[0]?.count ?? 0
      }
    })
    const seconds = (performance.now() - startedAt) / 1_000
    print({
      bench: 'faults: machines with a month whose figures are there',
      value: derived,
      unit: 'machines',
      limit: MACHINES,
      note: `after ${seconds.toFixed(1)} s`,
    })
    const note = `p50 ${measured.p50Ms} ms, longest ${measured.maxMs} ms; load ${loadavg()[0]?.toFixed(1)}`
    print({ bench: 'faults: acknowledgement p99 of others meanwhile', value: measured.p99Ms, unit: 'ms', limit: LIMIT_MS, note })
    await others.end()
    const stoppedAt = performance.now()
    const code = await server.kill('SIGTERM')
    print({
      bench: 'faults: the server stops after that',
      value: (performance.now() - stoppedAt) / 1_000,
      unit: 's',
      limit: 10,
      note: `exit code ${code}`,
    })
  } finally {
    await server.kill('SIGKILL')
    await durable.drop()
  }
}
