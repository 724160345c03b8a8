/**
 * Cost of recalculating a work center's month after a change of its reference speed, and one stop in its middle after a classification; and of a
 * preview.
 */
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { recordMonth } from '#server/testing/recordedMonth.ts'
import { median, print } from './report/figure.ts'

const LIMIT_MS = 1_000
const PREVIEW_LIMIT_MS = 1_500
const ROUNDS = 7
const NOW = Date.UTC(2026, 5, 1, 6)

const durable = await createDurableDatabase()
try {
  const month = await recordMonth(durable.database, 'MONTH', NOW)
  const whole: number[] = []
  for (let round = 0; round < ROUNDS; round++) whole.push(await timed(() => month.changeSpeed(50 + round)))
  const note = `${month.samples} samples of 10 s, read, folded and written`
  print({ bench: 'recalculating a month of one work center', value: median(whole), unit: 'ms', limit: LIMIT_MS, runs: ROUNDS, note })
  const one: number[] = []
  for (let round = 0; round < ROUNDS; round++) one.push(await timed(() => month.classifyStop()))
  print({
    bench: 'classifying a stop of two weeks ago',
    value: median(one),
    unit: 'ms',
    runs: ROUNDS,
    note: 'till its figures are written',
  })
  const previews: number[] = []
  for (let round = 0; round < ROUNDS; round++) previews.push(await timed(async () => void (await month.preview())))
  print({
    bench: 'previewing another setup over a month',
    value: median(previews),
    unit: 'ms',
    limit: PREVIEW_LIMIT_MS,
    runs: ROUNDS,
    note,
  })
  await month.close()
} finally {
  await durable.drop()
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
