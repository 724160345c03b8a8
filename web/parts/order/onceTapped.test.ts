import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTapGuard } from './onceTapped.ts'

const tap = (timeStamp: number, clientX = 200, clientY = 400, detail = 1) => ({ timeStamp, clientX, clientY, detail })

test('the second tap of a double tap does nothing though the browser counts it as the first of another button', () => {
  const isFirst = createTapGuard()
  assert.equal(isFirst(tap(1000)), true)
  assert.equal(isFirst(tap(1250, 207, 396)), false)
  assert.equal(isFirst(tap(1400)), false)
  assert.equal(isFirst(tap(2100)), true)
})

test('a tap elsewhere, a later one, and keys are no double taps', () => {
  const isFirst = createTapGuard()
  assert.equal(isFirst(tap(1000)), true)
  assert.equal(isFirst(tap(1200, 200, 600)), true)
  assert.equal(isFirst(tap(1801, 200, 600)), true)
  assert.equal(isFirst(tap(1900, 0, 0, 0)), true)
  assert.equal(isFirst(tap(1950, 0, 0, 0)), true)
  assert.equal(isFirst(tap(3000, 10, 10, 2)), false)
})
