import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { kpisOf } from './oee/recordKpis.ts'
import { exampleRule, exampleSetup } from './testing/exampleSetup.ts'
import { plannedReason } from './testing/lossSetups.ts'
import { exampleFacts, type ExampleReading } from './testing/timelineOf.ts'

const BY_ACCEPTED = { ...exampleSetup().output, calculationType: 'TOTAL_AND_ACCEPTED' } as const
const ON_CHANGE = { reportMode: 'ON_CHANGE', output: BY_ACCEPTED } as const
const RUNS: ExampleReading[] = [
  [0, 'ACCEPTED_OUTPUT', 0],
  [0, 'POWER', 9],
  [0, 'TOTAL_OUTPUT', 0],
]

describe('an accepted counter that is read after the total (S-61)', () => {
  it('makes no rejects of units that are accepted a moment later', () => {
    const units = Array.from({ length: 20 }, (_, index): ExampleReading[] => [
      [index + 1, 'TOTAL_OUTPUT', index + 1],
      [index + 1.1, 'ACCEPTED_OUTPUT', index + 1],
    ])
    const { losses, outputs } = exampleFacts(9 * 60, [...RUNS, ...units.flat()], ON_CHANGE)
    assert.deepEqual(outputs[0]?.effective, { total: 20, accepted: 20, rejected: 0 })
    assert.deepEqual(
      losses.filter(({ source }) => source === 'OUTPUT'),
      [],
    )
  })

  it('tells each reject once, the last ones when their segment ends', () => {
    const readings: ExampleReading[] = [
      ...RUNS,
      [1, 'TOTAL_OUTPUT', 10],
      [1.1, 'ACCEPTED_OUTPUT', 7],
      [2, 'TOTAL_OUTPUT', 14],
      [2.1, 'ACCEPTED_OUTPUT', 11],
      [3, 'TOTAL_OUTPUT', 16],
    ]
    const { losses, outputs } = exampleFacts(9 * 60, readings, ON_CHANGE)
    assert.equal(outputs[0]?.effective.rejected, 5)
    const rejects = losses.filter(({ source }) => source === 'OUTPUT')
    assert.equal(
      rejects.reduce((sum, loss) => sum + (loss.quantity ?? 0), 0),
      5,
    )
  })

  it('does not turn units of excluded time into good or bad ones of time that counts', () => {
    const statusRules = [exampleRule(1, 5, null), exampleRule(2, 1, 5, { isEffective: false, isScheduledLoss: true })]
    const stopFirst: ExampleReading[] = [
      ...RUNS,
      [10, 'POWER', 2],
      [15, 'TOTAL_OUTPUT', 4],
      [20, 'POWER', 9],
      [21, 'ACCEPTED_OUTPUT', 4],
      [22, 'ACCEPTED_OUTPUT', 5],
      [22, 'TOTAL_OUTPUT', 5],
    ]
    const runFirst: ExampleReading[] = [...RUNS, [9, 'TOTAL_OUTPUT', 4], [10, 'POWER', 2], [15, 'ACCEPTED_OUTPUT', 4], [20, 'POWER', 9]]
    for (const [readings, counted] of [
      [stopFirst, 1],
      [runFirst, 4],
    ] as const) {
      const { shifts, outputs } = exampleFacts(30, readings, { ...ON_CHANGE, statusRules, losses: plannedReason(false) })
      const terms = shifts[0]?.terms
      assert.ok(terms)
      assert.equal(terms.netOperatingMs, counted * 2000)
      assert.equal(terms.qualityLossMs, 0)
      assert.equal(kpisOf(terms).quality, 1)
      assert.equal(outputs[0]?.uncounted.rejected, 0)
    }
  })
})
