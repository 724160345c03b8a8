/**
 * Prints how fast pages of a million losses come, for each filter of the list: from the store's own functions on a real database; and of the whole product,
 * how long a reason for 500 losses takes, and how soon another page hears what a reason did to OEE.
 */
import { asId } from '#engine/ids.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import {
  evidenceOfReasons,
  gatherStatistics,
  generateLosses,
  generateOutput,
  generateShifts,
  LAST_LOSS_AT,
  pageOfLosses,
  rejectsOfLosses,
  sumsOfLosses,
} from '#server/testing/millionLosses.ts'
import type { PageQuestion } from '#server/testing/millionLosses.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { measureSayings } from './losses/sayings.ts'
import { percentile, print } from './report/figure.ts'

const LIMIT_MS = 60
const LOSSES = 1_000_000
const RUNS = 15
const WARM_UP_RUNS = 3
const COMPANY = asId<CompanyId>('BENCH')

const NAMES: Readonly<Record<string, PageQuestion>> = {
  none: {},
  'last day': { periodFrom: LAST_LOSS_AT - DAY_MS, periodTo: LAST_LOSS_AT },
  'last month': { periodFrom: LAST_LOSS_AT - 30 * DAY_MS, periodTo: LAST_LOSS_AT },
  'five work centers': { workCenterIds: [1, 20, 40, 60, 80].map((id) => asId<WorkCenterId>(id)) },
  unclassified: { classification: 'UNCLASSIFIED' },
  classified: { classification: 'CLASSIFIED' },
  critical: { isCritical: true },
  'not critical': { isCritical: false },
  planned: { planType: 'PLANNED' },
  unplanned: { planType: 'UNPLANNED' },
  approved: { isApproved: true },
  'not approved': { isApproved: false },
  speed: { source: 'SPEED' },
  output: { source: 'OUTPUT' },
  performance: { categories: ['PERFORMANCE'] },
  'over an hour': { durationFromMs: 3_600_000 },
  'under a minute': { durationToMs: 60_000 },
  'by duration': { isByDuration: true },
  'critical by duration': { isCritical: true, isByDuration: true },
  'unclassified first': { isUnclassifiedFirst: true },
  'unclassified first, by duration': { isUnclassifiedFirst: true, isByDuration: true },
  'unclassified first, of the last shifts': { isUnclassifiedFirst: true, isOfLatestShift: true },
  'of unconfirmed shifts': { isOfUnconfirmedShift: true, classification: 'UNCLASSIFIED' },
  'a day of shifts': { shiftDateFrom: '2026-05-03', shiftDateTo: '2026-05-03' },
  'a text that nobody wrote': { text: 'gearbox' },
  'a text': { text: 'belt' },
  breakdowns: { activityTypes: ['BREAKDOWN_TIME'] },
  'planned by type': { lossTypes: ['PLANNED'] },
  'page 100': { offset: 990 },
}

/** What the page adds up above the list. */
const SUMS: Readonly<Record<string, PageQuestion>> = {
  'the last shifts': { isOfLatestShift: true },
  'thirty days': { shiftDateFrom: '2026-04-05' },
  'thirty days without a reason': { shiftDateFrom: '2026-04-05', classification: 'UNCLASSIFIED' },
}

await measureSayings()
const { database, postgres, drop } = await createDurableDatabase()
try {
  await generateLosses(database, COMPANY, LOSSES)
  await generateShifts(database, COMPANY)
  await generateOutput(database, COMPANY)
  await gatherStatistics(postgres.url)
  const all: number[] = []
  for (const [name, question] of Object.entries(NAMES)) {
    const times = await timesOf(() => pageOfLosses(database, COMPANY, question))
    all.push(...times)
    print({ bench: `losses page, ${name}`, value: percentile(times, 0.95), unit: 'ms p95', limit: LIMIT_MS, runs: RUNS })
  }
  for (const [name, question] of Object.entries(SUMS)) {
    const times = await timesOf(() => sumsOfLosses(database, COMPANY, question))
    print({ bench: `losses, sums of ${name}`, value: percentile(times, 0.95), unit: 'ms p95', limit: LIMIT_MS, runs: RUNS })
  }
  for (const [name, question] of Object.entries(SUMS)) {
    const times = await timesOf(() => rejectsOfLosses(database, COMPANY, question))
    print({ bench: `losses, rejects by unit of ${name}`, value: percentile(times, 0.95), unit: 'ms p95', limit: LIMIT_MS, runs: RUNS })
  }
  const evidence = await timesOf(() => evidenceOfReasons(database, COMPANY, asId<WorkCenterId>(1)))
  print({
    bench: 'losses, what people said in a group of ten',
    value: percentile(evidence, 0.95),
    unit: 'ms p95',
    limit: LIMIT_MS,
    runs: RUNS,
  })
  print({
    bench: 'losses page over 1 million losses, all filters',
    value: percentile(all, 0.95),
    unit: 'ms p95',
    limit: LIMIT_MS,
    runs: all.length,
  })
} finally {
  await drop()
}

/** Returns the ms that it takes each time, warmed up. */
async function timesOf(act: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  for (let run = 0; run < RUNS + WARM_UP_RUNS; run++) {
    const startedAt = performance.now()
    await act()
    if (run >= WARM_UP_RUNS) times.push(performance.now() - startedAt)
  }
  return times
}
