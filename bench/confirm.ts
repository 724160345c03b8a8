/** Prints how long one act of confirming takes in the server: 3 segments, 2 batches, 12 lines of material, on a disk as in production. */
import { createConfirmedPress } from '#server/testing/confirmedPress.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { percentile, print } from './report/figure.ts'

const LIMIT_MS = 80
const ACTS = 60
const WARM_UP_ACTS = 10

const { database, drop } = await createDurableDatabase()
try {
  const press = await createConfirmedPress(database, ACTS + WARM_UP_ACTS)
  const times: number[] = []
  for (let act = 0; act < ACTS + WARM_UP_ACTS; act++) {
    const start = performance.now()
    await press.confirm()
    if (act >= WARM_UP_ACTS) times.push(performance.now() - start)
    await press.fold()
  }
  const bench = 'confirm 3 segments, 2 batches, 12 lines of material'
  print({ bench, value: percentile(times, 0.95), unit: 'ms p95', limit: LIMIT_MS, runs: ACTS })
  print({ bench: `${bench}, median`, value: percentile(times, 0.5), unit: 'ms', runs: ACTS })
} finally {
  await drop()
}
