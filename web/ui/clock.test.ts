import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isClockKnown, serverNow, setClockOffset } from './clock.ts'

it('a tablet that is seven minutes ahead says when somebody tapped by the clock of the server, also without a connection', (test) => {
  const minute = 60_000
  const noon = Date.UTC(2026, 4, 4, 12)
  test.mock.timers.enable({ apis: ['Date'], now: noon - 60 * minute + 7 * minute })
  setClockOffset(noon - 60 * minute)
  assert.ok(isClockKnown())
  assert.equal(serverNow(), noon - 60 * minute)
  // It shows 11:57.
  test.mock.timers.setTime(noon - 3 * minute)
  assert.equal(serverNow(), noon - 10 * minute)
})
