/**
 * Prints how fast analytics answers: a month of a million losses by each dimension, and a year of a thousand work centers by week and reason, from the
 * service's own function on a real database; and how long the sums of the month take to be kept.
 */
import { DIMENSIONS, mayDivide, type Dimension } from '#engine/analytics/dimensions.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { movedDate } from '#engine/time/statPeriod.ts'
import { cellsOfAnalytics, countKeptSums } from '#server/testing/analyticsQuestion.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { gatherStatistics, generateLosses, generateShifts } from '#server/testing/millionLosses.ts'
import { percentile, print } from './report/figure.ts'

const MONTH_LIMIT_MS = 100
const YEAR_LIMIT_MS = 300
const LOSSES = 1_000_000
const RUNS = 15
/** Each question keeps some of what is missing; after so many nothing is. */
const MOST_WARM_UPS = 60
const LAST = '2026-05-03'

await measure(asId<CompanyId>('MONTH'), { workCenters: 100, days: 31 }, async (timesOf) => {
  const dates = { first: movedDate(LAST, -29), last: LAST }
  const all: number[] = []
  for (const dimension of DIMENSIONS.filter((one) => mayDivide('DURATION', one))) {
    const times = await timesOf([dimension], dates)
    all.push(...times)
    print({
      bench: `analytics, a month of a million losses by ${dimension}`,
      value: percentile(times, 0.95),
      unit: 'ms p95',
      limit: MONTH_LIMIT_MS,
      runs: RUNS,
    })
  }
  print({
    bench: 'analytics, a month of a million losses, all dimensions',
    value: percentile(all, 0.95),
    unit: 'ms p95',
    limit: MONTH_LIMIT_MS,
    runs: all.length,
  })
  const pair = await timesOf(['DAY', 'REASON'], dates)
  print({
    bench: 'analytics, a month of a million losses by day and reason',
    value: percentile(pair, 0.95),
    unit: 'ms p95',
    limit: YEAR_LIMIT_MS,
    runs: RUNS,
  })
})
await measure(asId<CompanyId>('YEARS'), { workCenters: 1000, days: 366 }, async (timesOf) => {
  const dates = { first: movedDate(LAST, -363), last: LAST }
  for (const by of [['WEEK', 'REASON'], ['REASON'], ['MONTH', 'GROUP'], ['WORK_CENTER']] as const) {
    const times = await timesOf(by, dates)
    print({
      bench: `analytics, a year of 1,000 work centers by ${by.join(' and ')}`,
      value: percentile(times, 0.95),
      unit: 'ms p95',
      limit: YEAR_LIMIT_MS,
      runs: RUNS,
    })
  }
})

type Dates = { readonly first: string; readonly last: string }
type TimesOf = (by: readonly Dimension[], dates: Dates) => Promise<readonly number[]>

async function measure(
  company: CompanyId,
  world: { readonly workCenters: number; readonly days: number },
  act: (timesOf: TimesOf) => Promise<void>,
): Promise<void> {
  const { database, postgres, drop } = await createDurableDatabase()
  try {
    await generateLosses(database, company, LOSSES, world)
    await generateShifts(database, company, world)
    await gatherStatistics(postgres.url)
    await act(async (by, dates) => {
      await untilKept(database, company, by, dates)
      await gatherStatistics(postgres.url)
      const times: number[] = []
      for (let run = 0; run < RUNS; run++) times.push(await askOnce(database, company, by, dates))
      return times
    })
  } finally {
    await drop()
  }
}

/** Asks until two answers find as many kept periods; prints how long the longest of them took. */
async function untilKept(
  database: Parameters<typeof cellsOfAnalytics>[0],
  company: CompanyId,
  by: readonly Dimension[],
  dates: Dates,
): Promise<void> {
  let [known, longest] = [-1, 0]
  for (let run = 0; run < MOST_WARM_UPS; run++) {
    longest = Math.max(longest, await askOnce(database, company, by, dates))
    const kept = await countKeptSums(database)
    if (kept === known) break
    known = kept
  }
  console.error(`${by.join(' ')}: ${known} periods kept, the longest first answer ${Math.round(longest)} ms`)
}

async function askOnce(...question: Parameters<typeof cellsOfAnalytics>): Promise<number> {
  const startedAt = performance.now()
  await cellsOfAnalytics(...question)
  return performance.now() - startedAt
}
