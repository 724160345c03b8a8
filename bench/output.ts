/** Prints how fast pages of a million confirmations of output come, for each filter of the list, page 1 and 100: from the store's own function. */
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { countOnPage, generateConfirmations, LAST_CONFIRMED_AT } from '#server/testing/millionConfirmations.ts'
import type { ConfirmationQuestion } from '#server/testing/millionConfirmations.ts'
import { gatherStatistics } from '#server/testing/millionLosses.ts'
import { percentile, print } from './report/figure.ts'

const LIMIT_MS = 60
const CONFIRMATIONS = 1_000_000
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

const { database, postgres, drop } = await createDurableDatabase()
try {
  await generateConfirmations(database, COMPANY, CONFIRMATIONS)
  await gatherStatistics(postgres.url)
  for (const [name, question] of Object.entries(NAMES))
    for (const page of [1, 100]) {
      const times: number[] = []
      for (let run = 0; run < WARM_UP_RUNS + RUNS; run++) {
        const start = performance.now()
        await countOnPage(database, COMPANY, { ...question, page })
        if (run >= WARM_UP_RUNS) times.push(performance.now() - start)
      }
      print({ bench: `confirmations page ${page}, ${name}`, value: percentile(times, 0.95), unit: 'ms p95', limit: LIMIT_MS, runs: RUNS })
    }
} finally {
  await drop()
}
