/**
 * Prints what checklists cost: the runs of a day of 1,000 checklists at 50 work centers worked out anew, from facts alone; the look of each minute at those of a company;
 * and pages, figures and what is told of it over a day, ten and a hundred.
 */
import type { ChecklistFacts } from '#engine/checklist/checklist.ts'
import { occurrencesOf } from '#engine/checklist/occurrences.ts'
import { planOccurrences } from '#engine/checklist/occurrencePlan.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import {
  copyRunsIntoThePast,
  countRuns,
  frequencyOf,
  generateChecklists,
  lookAt,
  NOW,
  readFigures,
  readLastMeasured,
  readTold,
} from '#server/testing/manyChecklists.ts'
import { gatherStatistics } from '#server/testing/millionLosses.ts'
import { percentile, print } from './report/figure.ts'

const CHECKLISTS = 1_000
const PLACES = 50
const RUNS = 15
const WARM_UP_RUNS = 3
const COMPANY = asId<CompanyId>('BENCH')
const SCALES = (process.env['BENCH_SCALES'] ?? '1,10,100').split(',').map(Number)
/** So many runs a day: as many checklists as make them at 20 machines. */
const LISTED = { checklists: 20, places: 20 }

recomputeDay()
await lookEachMinute()
for (const scale of SCALES) await readLists(scale)

/** The facts of a work center: three shifts, a status each four minutes, every third a stop, a reason of every second, 5,000 pieces. */
function factsOfDay(place: number): ChecklistFacts {
  const start = NOW - DAY_MS
  const shifts = [0, 1, 2].map((shift) => ({ start: start + shift * 8 * HOUR_MS, end: start + (shift + 1) * 8 * HOUR_MS }))
  const statuses = Array.from({ length: 360 }, (_none, index) => {
    const from = start + index * 4 * MINUTE_MS
    const isStop = (index + place) % 3 === 0
    return { start: from, end: from + 4 * MINUTE_MS, statusRuleId: isStop ? 2 : 1, isRunning: !isStop, hasData: true }
  })
  const stops = statuses
    .filter(({ isRunning }) => !isRunning)
    .map((one, index) => ({
      start: one.start,
      end: one.end,
      reasonId: index % 2 === 0 ? 5 : null,
      knownAt: index % 4 === 0 ? one.start + MINUTE_MS : one.end + MINUTE_MS,
    }))
  const counts = Array.from({ length: 240 }, (_none, index) => ({ at: start + (index + 1) * 6 * MINUTE_MS, units: 21 }))
  return { zone: 'Europe/Warsaw', shifts, statuses, sameStatuses: new Map(), stops, changeovers: [start + 5 * HOUR_MS], counts }
}

function recomputeDay(): void {
  const window = { start: NOW - DAY_MS, end: NOW }
  const times: number[] = []
  const spent: number[] = []
  let due = 0
  for (let round = 0; round < 3; round++) {
    const from = performance.now()
    const usage = process.cpuUsage()
    due = 0
    for (let place = 0; place < PLACES; place++) {
      const facts = factsOfDay(place)
      for (let number = 0; number < CHECKLISTS; number++) {
        const asked = { frequency: frequencyOf(number), activeFrom: window.start, answerWithinMs: null }
        const found = occurrencesOf(asked, facts, { from: window.start, to: window.end }).due
        due += planOccurrences({ due: found, stored: [], shifts: facts.shifts, window, now: NOW }).added.length
      }
    }
    times.push(performance.now() - from)
    spent.push(process.cpuUsage(usage).user / 1_000)
  }
  print({
    bench: `runs of ${CHECKLISTS} checklists at ${PLACES} work centers, a day worked out anew`,
    value: percentile(times, 0.5),
    unit: 'ms',
    limit: 2_000,
    runs: times.length,
    note: `${due} runs; ${Math.round(percentile(spent, 0.5))} ms of the processor`,
  })
}

async function lookEachMinute(): Promise<void> {
  const { database, postgres, drop } = await createDurableDatabase()
  try {
    const size = { checklists: 100, places: PLACES }
    await generateChecklists(database, COMPANY, size)
    await gatherStatistics(postgres.url)
    const first = performance.now()
    await lookAt(database, COMPANY, NOW)
    const written = performance.now() - first
    const of = `${size.checklists} checklists at ${size.places} work centers`
    print({ bench: `look at ${of}, after 16 hours without a server`, value: written, unit: 'ms', runs: 1 })
    const times = await timesOf(() => lookAt(database, COMPANY, NOW + MINUTE_MS), 5)
    print({ bench: `look at ${of}, a minute in which nothing is due`, value: percentile(times, 0.5), unit: 'ms', runs: times.length })
  } finally {
    await drop()
  }
}

async function readLists(days: number): Promise<void> {
  const { database, postgres, drop } = await createDurableDatabase()
  try {
    await generateChecklists(database, COMPANY, LISTED)
    await lookAt(database, COMPANY, NOW)
    const rows = await copyRunsIntoThePast(database, COMPANY, days)
    await gatherStatistics(postgres.url)
    const place = asId<WorkCenterId>(7)
    const questions: Readonly<Record<string, () => Promise<number>>> = {
      'page of results': () => countRuns(database, COMPANY, { workCenterIds: null, states: ['DONE', 'MISSED', 'SKIPPED'] }),
      'page 20 of results': () => countRuns(database, COMPANY, { workCenterIds: null, states: ['DONE', 'MISSED', 'SKIPPED'] }, 20),
      'page of deviations': () => countRuns(database, COMPANY, { workCenterIds: null, result: 'DEVIATION' }),
      'page of what was missed': () => countRuns(database, COMPANY, { workCenterIds: null, states: ['MISSED'] }),
      'page of a machine': () => countRuns(database, COMPANY, { workCenterIds: [place], states: ['DONE', 'MISSED', 'SKIPPED'] }),
      'what is open': () => countRuns(database, COMPANY, { workCenterIds: null, states: ['PENDING', 'STARTED'] }),
      'figures of a machine and month': () => readFigures(database, COMPANY, [place]),
      'figures of all and a month': () => readFigures(database, COMPANY, null),
      'what was measured last at a machine': () => readLastMeasured(database, COMPANY, place),
      'what is told of a machine': () => readTold(database, COMPANY, place),
    }
    for (const [name, ask] of Object.entries(questions)) {
      const times = await timesOf(ask, RUNS)
      print({
        bench: `${name}, ${days} x a day: ${rows} runs`,
        value: percentile(times, 0.95),
        unit: 'ms p95',
        limit: 60,
        runs: times.length,
      })
    }
  } finally {
    await drop()
  }
}

async function timesOf(act: () => Promise<unknown>, runs: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let run = 0; run < WARM_UP_RUNS + runs; run++) {
    const startedAt = performance.now()
    await act()
    if (run >= WARM_UP_RUNS) times.push(performance.now() - startedAt)
  }
  return times
}
