import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { targetOfParts } from './targetOfParts.ts'

const part = (accepted: number, plan: number | null) => ({ made: { accepted, rejected: 0 }, plan })

describe('the target of parts of an order', () => {
  it('is that of its own time, whole for pieces', () => {
    assert.equal(targetOfParts([part(50, 60.5), part(0, 60)], 'DISCRETE'), 120)
    assert.equal(targetOfParts([part(50, 60.5), part(0, 60)], 'CONTINUOUS'), 120.5)
    // Nothing was made in the time of others.
    assert.equal(targetOfParts([part(50, 60), part(0, null)], 'DISCRETE'), 60)
  })

  it('is unknown where a part was made in time shared with others: 90 made against 60 would be 150 %', () => {
    assert.equal(targetOfParts([part(50, 60), part(40, null)], 'DISCRETE'), null)
    assert.equal(targetOfParts([part(0, null)], 'DISCRETE'), null)
    assert.equal(targetOfParts([], 'DISCRETE'), null)
  })
})
