/**
 * Prints how fast pages of a million acts of confirming come, for each filter of the list, page 1 and 100, by row and by act, and of a tenth and a hundredth
 * of them: what a page takes must not grow with what was made before.
 */
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { countActsOnPage, countOnPage, generateConfirmations, LAST_CONFIRMED_AT } from '#server/testing/millionConfirmations.ts'
import type { ConfirmationQuestion } from '#server/testing/millionConfirmations.ts'
import { gatherStatistics } from '#server/testing/millionLosses.ts'
import { cpuMs, databaseCpuMs } from './ingest/processorTime.ts'
import { percentile, print } from './report/figure.ts'

const LIMIT_MS = 60
/** Of 10,000 acts each. */
const SCALES = (process.env['BENCH_SCALES'] ?? '1,10,100').split(',').map(Number)
const ACTS = 10_000
const RUNS = 15
const WARM_UP_RUNS = 3
const COMPANY = asId<CompanyId>('BENCH')

const NAMES: Readonly<Record<string, ConfirmationQuestion>> = {
  none: {},
  'all types': { types: null },
  cancelled: { types: ['CANCELED'] },
  rejected: { outputType: 'REJECTED' },
  'last day': { period: { start: LAST_CONFIRMED_AT - DAY_MS, end: LAST_CONFIRMED_AT + 1 } },
  'last month': { period: { start: LAST_CONFIRMED_AT - 30 * DAY_MS, end: LAST_CONFIRMED_AT + 1 } },
  'a work center': { workCenters: [7] },
  'five work centers': { workCenters: [1, 20, 40, 60, 80] },
  'an order': { orders: [4321] },
  'a part of a code': { orderLike: 'JO-1999' },
  'a batch': { batchCode: 'B-25' },
  'a container': { containerCode: 'C-24' },
  'a posting': { postingIds: [500_000] },
}

for (const scale of SCALES) {
  const { database, postgres, drop } = await createDurableDatabase()
  try {
    await generateConfirmations(database, COMPANY, scale * ACTS)
    await gatherStatistics(postgres.url)
    const of = `of ${(scale * ACTS).toLocaleString('en')} acts`
    for (const [name, question] of Object.entries(NAMES))
      for (const page of [1, 100]) {
        await measure(`confirmations ${of}, page ${page}, ${name}`, postgres.pid, () =>
          countOnPage(database, COMPANY, { ...question, page }),
        )
        await measure(`confirmations by act ${of}, page ${page}, ${name}`, postgres.pid, () =>
          countActsOnPage(database, COMPANY, { ...question, page }),
        )
      }
  } finally {
    await drop()
  }
}

async function measure(bench: string, server: number | null, ask: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  let before = 0
  for (let run = 0; run < WARM_UP_RUNS + RUNS; run++) {
    if (run === WARM_UP_RUNS) before = cpuMs(process.pid) + databaseCpuMs(server)
    const start = performance.now()
    await ask()
    if (run >= WARM_UP_RUNS) times.push(performance.now() - start)
  }
  const worked = Math.round(((cpuMs(process.pid) + databaseCpuMs(server) - before) / RUNS) * 10) / 10
  print({
    bench,
    value: percentile(times, 0.95),
    unit: 'ms p95',
    limit: LIMIT_MS,
    runs: RUNS,
    note: `${worked} ms of the processor each, here and in the database`,
  })
}
