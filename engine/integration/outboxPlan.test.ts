import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterAnswer, isMovedOutside, RETRY_PAUSES_MS } from './outboxPlan.ts'

test('a message is tried again after 10 s, 1, 5 and 15 min, 1, 4, 12 and 24 h, then a person decides', () => {
  assert.deepEqual(
    RETRY_PAUSES_MS.map((pause) => pause / 1000),
    [10, 60, 300, 900, 3600, 14_400, 43_200, 86_400],
  )
  let tries = 0
  for (const pause of RETRY_PAUSES_MS) {
    const step = afterAnswer({ tries }, { kind: 'FOR_NOW' }, 1000)
    assert.deepEqual(step, { state: 'WAITING', tries: tries + 1, nextTryAt: 1000 + pause })
    tries = step.tries
  }
  assert.equal(afterAnswer({ tries }, { kind: 'FOR_NOW' }, 1000).state, 'NEEDS_PERSON')
  assert.equal(afterAnswer({ tries: 0 }, { kind: 'FOR_GOOD' }, 1000).state, 'NEEDS_PERSON')
  assert.equal(afterAnswer({ tries: 0 }, { kind: 'CONFLICT' }, 1000).state, 'CONFLICT')
  assert.equal(afterAnswer({ tries: 3 }, { kind: 'DONE' }, 1000).state, 'SENT')
})

test('a figure that we wrote without hearing of it is no conflict, one that somebody else wrote is', () => {
  // The connection was lost after 400 was written: the try after it finds 400.
  assert.equal(isMovedOutside(400, { said: null, says: 400 }), false)
  assert.equal(isMovedOutside(400, { said: 400, says: 412 }), false)
  assert.equal(isMovedOutside(0, { said: null, says: 412 }), false)
  assert.equal(isMovedOutside(null, { said: 400, says: 412 }), false)
  assert.equal(isMovedOutside(350, { said: 400, says: 412 }), true)
  assert.equal(isMovedOutside(50, { said: null, says: 412 }), true)
})
