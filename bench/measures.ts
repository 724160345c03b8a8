/**
 * Prints how fast analytics answers measures of units and energy of a week at 1×, 10× and 100× of history, which they must not feel, and of a year of it, and
 * the longest stall of the main loop meanwhile, which answers everybody else.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Dimension, Measure } from '#engine/analytics/dimensions.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { movedDate } from '#engine/time/statPeriod.ts'
import { cellsOfAnalytics } from '#server/testing/analyticsQuestion.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { generateMade } from '#server/testing/madeUnits.ts'
import { gatherStatistics } from '#server/testing/millionLosses.ts'
import { percentile, print } from './report/figure.ts'

const WORK_CENTERS = 20
const WEEK_DAYS = 7
const YEAR_DAYS = 364
const RUNS = 7
const WEEK_LIMIT_MS = 100
const YEAR_LIMIT_MS = 300
const STALL_LIMIT_MS = 50
const LAST = '2026-05-03'
const COMPANY = asId<CompanyId>('BENCH')
const QUESTIONS: readonly (readonly [Measure, ...Dimension[]])[] = [
  ['ATTAINMENT', 'DAY', 'WORK_CENTER'],
  ['REJECTED', 'DAY', 'WORK_CENTER'],
  ['OUTPUT', 'DAY', 'SHIFT'],
  ['ENERGY_PER_UNIT', 'DAY', 'WORK_CENTER'],
  ['ENERGY', 'DAY', 'WORK_CENTER'],
  ['OEE', 'DAY', 'SHIFT'],
]

for (const times of [1, 10, 100]) {
  const { database, postgres, drop } = await createDurableDatabase()
  try {
    await generateMade(database, COMPANY, { workCenters: WORK_CENTERS, days: times * WEEK_DAYS })
    await gatherStatistics(postgres.url)
    await ask(database, `a week at ${times}× of history`, { days: WEEK_DAYS, limit: WEEK_LIMIT_MS })
    if (times === 100) await ask(database, 'a year', { days: YEAR_DAYS, limit: YEAR_LIMIT_MS })
  } finally {
    await drop()
  }
}

async function ask(
  database: Parameters<typeof cellsOfAnalytics>[0],
  name: string,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<void> {
  const dates = { first: movedDate(LAST, 1 - days), last: LAST }
  for (const [measure, ...asked] of QUESTIONS) {
    // Of a year days by work center are more cells than an answer has.
    const by = days > WEEK_DAYS ? asked.map((one) => (one === 'DAY' ? 'WEEK' : one)) : asked
    await cellsOfAnalytics(database, COMPANY, by, dates, measure)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const runs: number[] = []
    delay.enable()
    for (let run = 0; run < RUNS; run++) {
      const startedAt = performance.now()
      await cellsOfAnalytics(database, COMPANY, by, dates, measure)
      runs.push(performance.now() - startedAt)
    }
    delay.disable()
    const bench = `analytics, ${measure} of ${name} by ${by.join(' and ')}`
    print({ bench, value: percentile(runs, 0.95), unit: 'ms p95', limit, runs: RUNS })
    print({ bench: `${bench}, longest stall of the main loop`, value: delay.max / 1e6, unit: 'ms', limit: STALL_LIMIT_MS, runs: RUNS })
  }
}
