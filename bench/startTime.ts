/** Prints how long the second start of an installation takes until it is ready, its database, broker, identity provider and demo factory included. */
import { startProduct } from '../e2e/harness.ts'
import { median, print } from './report/figure.ts'

const ROUNDS = 5
const LIMIT_S = 15
const STOP_LIMIT_S = 10

const product = await startProduct()
try {
  const starts: number[] = []
  const stops: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    stops.push((await product.stop()).ms / 1000)
    starts.push((await product.start()) / 1000)
  }
  print({ bench: 'second start', value: median(starts), unit: 's', limit: LIMIT_S, runs: ROUNDS })
  print({ bench: 'stop', value: median(stops), unit: 's', limit: STOP_LIMIT_S, runs: ROUNDS })
} finally {
  await product.end()
}
