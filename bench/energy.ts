/**
 * What energy costs: keeping a year of one work center, also by status, that year by month, a day in quarters of an hour and in five minutes, and a
 * month of a plant by status and by order.
 */
import { DAY_MS } from '#engine/time/durations.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { askCosts, askEnergy, createPlantOfShares, createYearOfEnergy, keepYear, shareYear } from '#server/testing/yearOfEnergy.ts'
import { median, print } from './report/figure.ts'

const ROUNDS = 21
const YEAR = { start: Date.UTC(2025, 0, 1), end: Date.UTC(2026, 0, 1) }
const DAY = { start: YEAR.start + 150 * DAY_MS, end: YEAR.start + 151 * DAY_MS }

const durable = await createDurableDatabase()
try {
  const press = await createYearOfEnergy(durable.database, 'YEAR1', YEAR)
  const began = performance.now()
  await keepYear(durable.database, press)
  const note = `${press.sampleCount} samples`
  print({ bench: 'energy of a year kept by the hour', value: (performance.now() - began) / 1000, unit: 's', note })
  const shared = performance.now()
  await shareYear(durable.database, press)
  print({ bench: 'energy of a year kept by status', value: (performance.now() - shared) / 1000, unit: 's', note })
  await measure('year of energy by month', () => askEnergy(durable.database, press, YEAR, 'MONTH'))
  await measure('day of energy in 15-minute buckets', () => askEnergy(durable.database, press, DAY, 15))
  await measure('day of energy in 5-minute buckets, from samples', () => askEnergy(durable.database, press, DAY, 5))
  const plant = await createPlantOfShares(durable.database, 'PLNT1', { start: YEAR.end - 31 * DAY_MS, end: YEAR.end })
  const month = { start: YEAR.end - 31 * DAY_MS, end: YEAR.end }
  await measure('month of 100 work centers by status', () => askCosts(durable.database, plant, month, 'STATUS'))
  await measure('month of 100 work centers by order', () => askCosts(durable.database, plant, month, 'JOB_ORDER'))
} finally {
  await durable.drop()
}

async function measure(bench: string, ask: () => Promise<number>): Promise<void> {
  const times: number[] = []
  let rows = 0
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    rows = await ask()
    times.push(performance.now() - began)
  }
  print({ bench, value: median(times.slice(1)), unit: 'ms', runs: ROUNDS - 1, note: `${rows} rows` })
}
