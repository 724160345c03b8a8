import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endingAct } from './elsewhere.view.ts'

describe('an order that is over elsewhere', () => {
  it('is cancelled here while it waits, and closed once it was worked on', () => {
    const allowedActions = ['CANCEL', 'CLOSE'] as const
    const acts = (['DRAFT', 'PLANNED', 'PROGRESS', 'ON_HOLD'] as const).map((status) =>
      endingAct({ status, allowedActions: [...allowedActions] }),
    )
    assert.deepEqual(acts, ['CANCEL', 'CANCEL', 'CLOSE', 'CLOSE'])
  })

  it('is left to others where the person may not end it, and is no matter once it is over here', () => {
    assert.equal(endingAct({ status: 'PLANNED', allowedActions: ['CLOSE', 'COPY'] }), null)
    assert.equal(endingAct({ status: 'PROGRESS', allowedActions: ['CANCEL'] }), null)
    assert.equal(endingAct({ status: 'COMPLETED', allowedActions: ['CLOSE'] }), null)
  })
})
