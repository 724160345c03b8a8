import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { planConsumption, withBatches } from '#engine/material/consumption.ts'
import type { ConsumptionRules } from '#engine/material/consumption.ts'
import { microOf, quantityOf } from '#engine/material/quantity.ts'
import { keptConsumptions, keptReasons } from './keptOfPosting.ts'

describe('what a correction keeps of its posting (O-12)', () => {
  const spokes = [
    { itemId: 1, batchId: 7, quantity: 30_000 },
    { itemId: 1, batchId: 8, quantity: 6000 },
  ]

  it('is its material in proportion: less of each batch, or more that no batch is named for', () => {
    assert.deepEqual(keptConsumptions(spokes, 1000, 1000), spokes)
    assert.deepEqual(
      keptConsumptions(spokes, 1000, 940).map(({ batchId, quantity }) => [batchId, quantity]),
      [
        [7, 28_200],
        [8, 5640],
      ],
    )
    assert.deepEqual(
      keptConsumptions(spokes, 1000, 1010).map(({ batchId, quantity }) => [batchId, quantity]),
      [
        [7, 30_000],
        [8, 6000],
        [null, 300],
        [null, 60],
      ],
    )
    assert.deepEqual(keptConsumptions([{ batchId: null, quantity: 1 }], 3, 1), [{ batchId: null, quantity: 0.333333 }])
  })

  it('asks for no batch where batches are named, and loses nothing of it, whatever is installed', () => {
    const anyStock = fc.array(
      fc.record({ balance: fc.integer({ min: 1, max: 5_000_000 }), installedAt: fc.nat(50), isLoose: fc.boolean() }),
      { maxLength: 5 },
    )
    const strict = { tracking: 'WITH_BOM_VALIDATION', comment: 'miscounted', allowUncovered: false, mayModify: false } as const
    const sum = (all: readonly { readonly quantity: number }[]) => all.reduce((total, { quantity }) => total + quantity, 0)
    fc.assert(
      fc.property(anyStock, fc.integer({ min: 1000, max: 20_000_000 }), fc.integer({ min: 1, max: 20 }), (rows, quantity, now) => {
        const stock = rows.map(({ isLoose, ...row }, index) => ({ ...row, id: index + 1, itemId: 1, batchId: isLoose ? null : index + 1 }))
        const needs = [{ itemId: 1, required: quantity, registrationType: 'BATCH_TRACKING' as const }]
        const all = [{ itemId: 1, batchId: null, quantity, isBatchTracked: true }]
        const posted = planConsumption(withBatches(all, needs, stock), needs, stock, { ...strict, allowUncovered: true, mayModify: true })
        // What was taken is given back before it is taken anew.
        const bare = posted.taken.map((one) => ({ itemId: one.itemId, batchId: one.batchId, quantity: quantityOf(one.quantity) }))
        const kept = keptConsumptions(bare, 10, now).map((one) => ({ ...one, quantity: microOf(one.quantity), isBatchTracked: true }))
        const uncovered = posted.taken.filter(({ isUncovered }) => isUncovered)
        const rules: ConsumptionRules = {
          ...strict,
          corrected: { uncovered: new Map(uncovered.length === 0 ? [] : [[1, sum(uncovered)]]) },
        }
        const { problems, taken } = planConsumption(kept, needs, stock, rules)
        const codes = problems.map(({ code }) => code)
        assert.ok(codes.every((code) => code === 'BATCH_BALANCE_TOO_SMALL' || posted.problems.some((own) => own.code === code)))
        if (now <= 10) assert.ok(!codes.includes('BATCH_BALANCE_TOO_SMALL'))
        assert.equal(sum(taken), sum(kept))
      }),
    )
  })

  it('is its reasons as far as there are rejects', () => {
    const reasons = [
      { reasonId: 1, units: 4 },
      { reasonId: 2, units: 2 },
    ]
    assert.deepEqual(keptReasons(reasons, 9), reasons)
    assert.deepEqual(
      keptReasons(reasons, 5).map(({ units }) => units),
      [4, 1],
    )
    assert.deepEqual(
      keptReasons(reasons, 4).map(({ units }) => units),
      [4],
    )
  })
})
