import { median, percentile, print } from '../report/figure.ts'
import type { Plant } from './plant.ts'

const ROUNDS = 5
const REQUESTS = 100
const CONCURRENT = 8
const RATE_SECONDS = 2
const P95_LIMIT_MS = 40
const RATE_LIMIT = 300

/** What the cards of the list show. */
const QUERY = `query {
  workCentersPages(size: 100) {
    totalItems
    items {
      id deviceId name statusSource targetOee
      live { at state unclassifiedLossCount status { name color since isEffective } oee { availability performance quality oee } output { accepted rejected } }
    }
  }
}`

/** Prints how long the list of 100 work centers takes one after the other, and how many a second are answered. */
export async function measureBoxesQuery({ api }: Plant): Promise<void> {
  const ask = async (): Promise<number> => {
    const start = performance.now()
    const { workCentersPages } = await api<{ workCentersPages: { items: readonly unknown[] } }>(QUERY)
    if (workCentersPages.items.length !== 100) throw new Error(`${workCentersPages.items.length} work centers instead of 100`)
    return performance.now() - start
  }
  const tails: number[] = []
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = []
    for (let index = 0; index < REQUESTS; index++) times.push(await ask())
    tails.push(percentile(times, 0.95))
    rates.push(await rate(ask))
  }
  print({ bench: 'list of 100 work centers p95', value: median(tails), unit: 'ms', limit: P95_LIMIT_MS, runs: ROUNDS })
  print({ bench: 'lists of 100 work centers a second', value: median(rates), unit: '1/s', limit: RATE_LIMIT, runs: ROUNDS })
}

async function rate(ask: () => Promise<number>): Promise<number> {
  const start = performance.now()
  const until = start + RATE_SECONDS * 1000
  let answered = 0
  const worker = async (): Promise<void> => {
    for (; performance.now() < until; answered++) await ask()
  }
  await Promise.all(Array.from({ length: CONCURRENT }, worker))
  return answered / ((performance.now() - start) / 1000)
}
