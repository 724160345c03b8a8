import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '../time/durations.ts'
import { materialEnd, sharedMaterialEnd } from './materialEnd.ts'
import type { MaterialEnd, MaterialUse } from './materialEnd.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const end = NOW + 4 * HOUR_MS
/** 800 of 2,000 units are left, four hours long; 36 spokes each. */
const use: MaterialUse = { balance: 36_000, perUnit: 36, unconfirmed: 0, left: 800, end }

const rows: readonly (readonly [name: string, use: MaterialUse, expected: MaterialEnd])[] = [
  ['is enough for what is left', use, { remaining: 36_000, isEnough: true, emptyAt: null }],
  ['is just enough', { ...use, balance: 28_800 }, { remaining: 28_800, isEnough: true, emptyAt: null }],
  ['lasts half of the way', { ...use, balance: 14_400 }, { remaining: 14_400, isEnough: false, emptyAt: NOW + 2 * HOUR_MS }],
  [
    'is less by what was made and not confirmed',
    { ...use, balance: 14_400, unconfirmed: 200 },
    { remaining: 7_200, isEnough: false, emptyAt: NOW + HOUR_MS },
  ],
  ['is gone', { ...use, balance: 100, unconfirmed: 10 }, { remaining: 0, isEnough: false, emptyAt: NOW }],
  [
    'lasts nobody knows how long without a forecast',
    { ...use, balance: 100, end: null },
    { remaining: 100, isEnough: false, emptyAt: null },
  ],
  ['is enough once all is made', { ...use, balance: 0, left: 0 }, { remaining: 0, isEnough: true, emptyAt: null }],
  ['is exact to the millionth', { ...use, balance: 0.3, perUnit: 0.1, left: 3 }, { remaining: 0.3, isEnough: true, emptyAt: null }],
]
for (const [name, given, expected] of rows) test(`material ${name} (M-12)`, () => assert.deepEqual(materialEnd(given, NOW), expected))

test('material that several orders take is taken by all of them (M-12)', () => {
  const [a, b] = [
    { taken: 100, needed: 400, end: NOW + 4 * HOUR_MS },
    { taken: 50, needed: 200, end: NOW + HOUR_MS },
  ]
  // Each alone has enough of 550; together 750 are taken or needed.
  assert.deepEqual(sharedMaterialEnd(750, [a, b], NOW), { remaining: 600, isEnough: true, emptyAt: null })
  // 100 and 200 an hour in the first hour, then 100: 400 last two hours.
  assert.deepEqual(sharedMaterialEnd(550, [a, b], NOW), { remaining: 400, isEnough: false, emptyAt: NOW + 2 * HOUR_MS })
  assert.deepEqual(sharedMaterialEnd(300, [a, b], NOW), { remaining: 150, isEnough: false, emptyAt: NOW + HOUR_MS / 2 })
  // Of one without an end it is known that it takes some, not when.
  const unknown = { ...b, end: null }
  assert.deepEqual(sharedMaterialEnd(550, [a, unknown], NOW), { remaining: 400, isEnough: false, emptyAt: NOW + 4 * HOUR_MS })
  assert.deepEqual(sharedMaterialEnd(700, [a, unknown], NOW), { remaining: 550, isEnough: false, emptyAt: null })
  assert.deepEqual(sharedMaterialEnd(10, [], NOW), { remaining: 10, isEnough: true, emptyAt: null })
})
