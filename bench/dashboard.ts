/** What questions about long stretches cost: a year of shift records by month and work center, and a timeline of 30 days. */
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { createYearOfShifts, dashboardOf, sumYear, timelineOf } from '#server/testing/yearOfShifts.ts'
import { median, print } from './report/figure.ts'

const ROUNDS = 7
const SIZES = [
  { workCenters: 50, limit: 25 },
  { workCenters: 1000, limit: 200 },
]
const TIMELINE_LIMIT = 50

const durable = await createDurableDatabase()
try {
  for (const { workCenters, limit } of SIZES) {
    const year = await createYearOfShifts(durable, `Y${String(workCenters).padStart(4, '0')}`, workCenters)
    const note = `${(workCenters * 1095).toLocaleString('en')} shift records by month and work center`
    const first = await timed(() => sumYear(durable.database, year))
    print({ bench: `year of ${workCenters} work centers, asked for the first time`, value: first, unit: 'ms', note })
    const sums = await repeated(() => sumYear(durable.database, year))
    print({ bench: `year of ${workCenters} work centers`, value: sums, unit: 'ms', limit, runs: ROUNDS, note })
    const whole = await repeated(() => dashboardOf(durable.database, year))
    print({ bench: `year of ${workCenters} work centers, with all figures`, value: whole, unit: 'ms', runs: ROUNDS, note })
    if (workCenters !== SIZES[0]?.workCenters) continue
    for (const [workCenterId, statuses] of [
      [year.first, '8,640'],
      [year.busy, '43,200'],
    ] as const) {
      const timeline = await repeated(() => timelineOf(durable.database, year, workCenterId))
      const note = `${statuses} statuses, their rules and losses, thinned to 2,000`
      print({ bench: `timeline of 30 days, ${statuses} statuses`, value: timeline, unit: 'ms', limit: TIMELINE_LIMIT, runs: ROUNDS, note })
    }
  }
} finally {
  await durable.drop()
}

async function repeated(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(work))
  return median(times)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
