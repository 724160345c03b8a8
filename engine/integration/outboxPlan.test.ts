import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterAnswer, isMovedOutside, isOfConnection, RETRY_PAUSES_MS } from './outboxPlan.ts'

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

test('a failure is of the connection where it meets every message, not where it may be of one record', () => {
  const of = (code: string, status?: number) => isOfConnection({ code, params: status === undefined ? {} : { status } })
  assert.deepEqual([of('INTEGRATION_SIGN_IN', 401), of('INTEGRATION_SIGN_IN', 403)], [true, false])
  assert.deepEqual(
    [200, 302, 401, 403, 407, 404, 410, 422].map((status) => of('INTEGRATION_NOT_JSON', status)),
    [true, true, true, true, true, false, false, false],
  )
  assert.deepEqual([of('INTEGRATION_CERTIFICATE_REFUSED'), of('INTEGRATION_TOO_OLD')], [true, true])
  assert.deepEqual([of('INTEGRATION_RECORD_GONE'), of('INTEGRATION_ANSWERED', 422), of('INTEGRATION_UNEXPECTED')], [false, false, false])
})
