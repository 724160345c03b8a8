/** Prints what notifications cost at rest, how soon what is due is handed over, how long a storm of stops takes, and how fast an inbox is read. */
import { HOUR_MS } from '#engine/time/durations.ts'
import { fillInbox, handedAfterMs, readInboxMs, restCostMs, startNotificationBench, stormMs } from '#server/testing/manyNotifications.ts'
import { percentile, print } from './report/figure.ts'

const MACHINES = Number(process.env['BENCH_MACHINES'] ?? 20_000)
const RULES = 3
const REST_MS = 20_000
/** 3 % of one core, which the fold of 20,000 machines needs less than. */
const REST_LIMIT_MS = 30
const PEOPLE = 60
const DUE_EVERY_MS = 250
const DUE_LIMIT_MS = 2_000
const STORM = 5_000
const STORM_LIMIT_MS = 3_000
const INBOX = 100_000
const INBOX_LIMIT_MS = 60
const WARM_UP_RUNS = 5
const RUNS = 20

const bench = await startNotificationBench(MACHINES)
try {
  print({
    bench: `${MACHINES} machines with ${RULES} rules each, nothing due: the process of the rounds`,
    value: await restCostMs(bench, REST_MS),
    unit: 'ms of a core a second',
    limit: REST_LIMIT_MS,
    note: 'ingest itself pays nothing: it writes what it writes without rules',
  })
  const waits = await handedAfterMs(bench, bench.ids.slice(0, PEOPLE), DUE_EVERY_MS)
  for (const [rank, limit] of [
    [0.5, undefined],
    [0.95, DUE_LIMIT_MS],
  ] as const)
    print({
      bench: `due to handed over to the push service, p${rank * 100}`,
      value: percentile(waits, rank),
      unit: 'ms',
      ...(limit !== undefined && { limit }),
      runs: waits.length,
    })
  print({
    bench: `${STORM} stops at once are rows, inboxes and queued messages`,
    value: await stormMs(bench, bench.ids.slice(PEOPLE, PEOPLE + STORM)),
    unit: 'ms',
    limit: STORM_LIMIT_MS,
  })
  await readPages()
} finally {
  await bench.close()
}

/** Pages of an inbox of 100,000 over HTTP. */
async function readPages(): Promise<void> {
  await fillInbox(bench, bench.ids.slice(0, 100), INBOX)
  const [start, end] = [new Date(Date.now() - 30 * 24 * HOUR_MS), new Date()].map((at) => at.toISOString())
  for (const [name, filter] of [
    ['what goes on', 'tab: OPEN'],
    ['history', 'tab: HISTORY'],
    ['history of one type', 'tab: HISTORY, types: [TARGET_VALUE]'],
    ['history of one work center', `tab: HISTORY, workCenterIds: [${bench.ids[0]}]`],
    ['history of a month', `tab: HISTORY, period: { start: "${start}", end: "${end}" }`],
  ] as const) {
    const took: number[] = []
    for (let run = 0; run < WARM_UP_RUNS + RUNS; run++) took.push(await readInboxMs(bench, filter))
    print({
      bench: `an inbox of ${INBOX}: ${name}, p95`,
      value: percentile(took.slice(WARM_UP_RUNS), 0.95),
      unit: 'ms',
      limit: INBOX_LIMIT_MS,
      runs: RUNS,
    })
  }
}
