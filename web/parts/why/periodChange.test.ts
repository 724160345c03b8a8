import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainMix } from '#engine/oee/explainMix.ts'
import { changeRows, changeSentence, changeSteps, daysOf } from './periodChange.view.ts'

const points = (value: number) => ({ exactValue: value * 100 })

/** What the API answers for the machines, from the engine. */
function answer(before: readonly [number, number][], now: readonly [number, number][]) {
  const weighed = (some: readonly [number, number][]) => some.map(([plannedMs, oee], at) => ({ id: at + 1, plannedMs, oee }))
  const mix = explainMix(weighed(before), weighed(now))
  assert.ok(mix)
  return {
    before: points(mix.before),
    now: points(mix.now),
    difference: points(mix.difference),
    rate: points(mix.rate),
    mix: points(mix.mix),
    workCenters: mix.parts.map(({ id, rate, mix: own, shareBefore, shareNow }) => ({
      workCenter: { id, name: `Press ${id}` },
      rate: points(rate),
      mix: points(own),
      shareBefore,
      shareNow,
    })),
  }
}

// Two machines: 450 min at 80 % become 300 at 78, 450 at 60 become 600 at 62 (domain.md S-95).
const CHANGE = answer(
  [
    [450, 0.8],
    [450, 0.6],
  ],
  [
    [300, 0.78],
    [600, 0.62],
  ],
)

test('the steps of a change lead from before to now without a gap, however many machines there are', () => {
  assert.deepEqual(
    changeSteps(CHANGE).map(({ name, from, to }) => [name, from.toFixed(2), to.toFixed(2)]),
    [
      ['Press 1', '70.00', '67.44'],
      ['Press 2', '67.44', '67.33'],
    ],
  )
  const many = answer(
    Array.from({ length: 12 }, (_none, at): [number, number] => [450, 0.5 + at / 50]),
    Array.from({ length: 12 }, (_none, at): [number, number] => [400 + 10 * at, 0.7 - at / 60]),
  )
  const steps = changeSteps(many)
  assert.deepEqual([steps.length, steps.at(-1)?.name], [8, null])
  assert.ok(steps.every(({ from }, at) => Math.abs(from - (steps[at - 1]?.to ?? many.before.exactValue)) < 1e-9))
  assert.ok(Math.abs((steps.at(-1)?.to ?? 0) - many.now.exactValue) < 1e-9)
})

test('the sentence of a change gives better work and mix, and names who ran longer', () => {
  const { difference, rate, mix, mover } = changeSentence(CHANGE, 0.05)
  assert.deepEqual(
    [difference, rate, mix].map((value) => value.toFixed(2)),
    ['-2.67', '0.33', '-3.00'],
  )
  assert.deepEqual(mover, { name: 'Press 2', ranLonger: true })
  assert.equal(changeSentence(CHANGE, 3.5).mover, null)
})

test('the rows sum to the difference, what moved most first', () => {
  const rows = changeRows(CHANGE)
  assert.ok(Math.abs(rows.reduce((sum, { rate, mix }) => sum + rate + mix, 0) - -2.6667) < 0.001)
  assert.deepEqual(
    rows.map(({ name, shareBefore, shareNow }) => [name, shareBefore.toFixed(2), shareNow.toFixed(2)]),
    [
      ['Press 1', '0.50', '0.33'],
      ['Press 2', '0.50', '0.67'],
    ],
  )
})

test('days of a period count both its ends', () => {
  assert.equal(daysOf('2026-11-17', '2026-11-23'), 7)
  assert.equal(daysOf('2026-03-29', '2026-03-29'), 1)
})
