import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outputBuckets } from './outputBuckets.ts'
import type { BucketRules, CounterSeriesSet } from './outputBuckets.ts'

const BUCKETS = [
  { start: 0, end: 100 },
  { start: 100, end: 200 },
]
const RULES: BucketRules = { calculationType: 'TOTAL_AND_REJECTED', counterRange: null, idealCycleMs: null, minSpanMs: 10 }
const NONE: CounterSeriesSet = { total: null, accepted: null, rejected: null, pulses: null }

describe('output in buckets', () => {
  const cases: readonly (readonly [string, CounterSeriesSet, Partial<BucketRules>, readonly (readonly [number, number, number])[]])[] = [
    [
      'counts differences in the bucket of the later reading',
      {
        ...NONE,
        total: series([
          [-10, 5],
          [50, 8],
          [150, 20],
        ]),
      },
      {},
      [
        [3, 3, 0],
        [12, 12, 0],
      ],
    ],
    [
      'adds nothing for the first reading',
      { ...NONE, total: series([[50, 800]]) },
      {},
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'goes on after a reset',
      {
        ...NONE,
        total: series([
          [-10, 90],
          [50, 4],
          [150, 6],
        ]),
      },
      {},
      [
        [4, 4, 0],
        [2, 2, 0],
      ],
    ],
    [
      'goes over the top of a 16-bit counter',
      {
        ...NONE,
        total: series([
          [-10, 65_530],
          [50, 4],
        ]),
      },
      { counterRange: 65_536 },
      [
        [10, 10, 0],
        [0, 0, 0],
      ],
    ],
    [
      'skips what is unavailable',
      {
        ...NONE,
        total: series([
          [-10, 5],
          [50, Number.NaN],
          [150, 9],
        ]),
      },
      {},
      [
        [0, 0, 0],
        [4, 4, 0],
      ],
    ],
    [
      'takes rejects from the total',
      {
        ...NONE,
        total: series([
          [-10, 0],
          [50, 10],
        ]),
        rejected: series([
          [-10, 0],
          [50, 2],
        ]),
      },
      {},
      [
        [10, 8, 2],
        [0, 0, 0],
      ],
    ],
    [
      'counts pulses as good where good ones are counted',
      {
        ...NONE,
        pulses: series([
          [50, 2],
          [60, 1],
        ]),
      },
      { calculationType: 'ACCEPTED_AND_REJECTED' },
      [
        [3, 3, 0],
        [0, 0, 0],
      ],
    ],
    [
      'counts nothing without sensors',
      NONE,
      {},
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
  ]
  for (const [name, given, rules, expected] of cases) {
    it(name, () => {
      const counts = outputBuckets(given, BUCKETS, { ...RULES, ...rules })
      assert.deepEqual(
        counts.map(({ total, accepted, rejected }) => [total, accepted, rejected]),
        expected,
      )
    })
  }
})

function series(points: readonly (readonly [number, number])[]) {
  return { instants: points.map(([at]) => at), values: points.map(([, value]) => value) }
}
