import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isCriticalLoss, lossCategory, lossType } from './lossKind.ts'
import type { ListedReason } from './lossKind.ts'

const REASON: ListedReason = { category: 'AVAILABILITY', type: 'UNPLANNED', isSmallStop: false, activityTypes: [] }
const BREAKDOWN: ListedReason = { ...REASON, activityTypes: ['BREAKDOWN_TIME'] }

describe('what kind of loss it is', () => {
  it('needs attention without a reason or as a breakdown, not when scheduled or small', () => {
    assert.equal(isCriticalLoss(false, null), true)
    assert.equal(isCriticalLoss(false, BREAKDOWN), true)
    assert.equal(isCriticalLoss(false, REASON), false)
    assert.equal(isCriticalLoss(false, { ...BREAKDOWN, isSmallStop: true }), false)
    assert.equal(isCriticalLoss(true, null), false)
    assert.equal(isCriticalLoss(true, BREAKDOWN), false)
  })

  it('has the category of its reason, else of its source', () => {
    assert.equal(lossCategory('STATUS', { ...REASON, category: 'PERFORMANCE' }), 'PERFORMANCE')
    assert.deepEqual(
      (['STATUS', 'SPEED', 'OUTPUT'] as const).map((source) => lossCategory(source, null)),
      ['AVAILABILITY', 'PERFORMANCE', 'QUALITY'],
    )
  })

  it('is planned by its reason or its status, actual with another reason, undefined without any', () => {
    assert.equal(lossType(false, { ...REASON, type: 'PLANNED' }), 'PLANNED')
    assert.equal(lossType(true, REASON), 'ACTUAL')
    assert.equal(lossType(true, null), 'PLANNED')
    assert.equal(lossType(false, null), 'UNDEFINED')
  })
})
