/** What a day of one sensor in buckets of five minutes costs, the first time in a process and later. */
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { chartDay, createSensorDay } from '#server/testing/sensorDay.ts'
import { median, print } from './report/figure.ts'

const LIMIT_MS = 15
const ROUNDS = 21
const DAY = Date.UTC(2026, 4, 4)

const durable = await createDurableDatabase()
try {
  const day = await createSensorDay(durable.database, 'DAY01', DAY)
  const times: number[] = []
  let buckets = 0
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    const { series } = await chartDay(durable.database, day)
    times.push(performance.now() - began)
    buckets = series[0]?.buckets.filter((bucket) => bucket !== null).length ?? 0
  }
  const note = `8,640 readings in ${buckets} buckets`
  print({ bench: 'day of a sensor in 5-minute buckets, asked for the first time', value: times[0] ?? 0, unit: 'ms', note })
  print({
    bench: 'day of a sensor in 5-minute buckets',
    value: median(times.slice(1)),
    unit: 'ms',
    limit: LIMIT_MS,
    runs: ROUNDS - 1,
    note,
  })
} finally {
  await durable.drop()
}
