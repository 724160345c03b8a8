import assert from 'node:assert/strict'
import { afterEach, describe, it, mock } from 'node:test'
import { setClockOffset } from '#web/ui/clock.ts'
import { tapOf } from './orderActKind.ts'

/** By the clock of the tablet, which is seven minutes ahead. */
const MADE_AT = Date.UTC(2026, 9, 25, 0, 37)
const WRONG_MS = 7 * 60_000

describe('when something was tapped that is sent later', () => {
  afterEach(() => mock.timers.reset())

  it('is what this device says where it never learned the clock of the server, and put right once it has, however much later that is', () => {
    mock.timers.enable({ apis: ['Date'], now: MADE_AT })
    assert.equal(tapOf({ tappedAt: null }, MADE_AT), '2026-10-25T00:37:00.000Z')
    // Two hours later there is a connection, over the hour that clocks show twice.
    mock.timers.setTime(MADE_AT + 2 * 3_600_000)
    setClockOffset(Date.now() - WRONG_MS)
    assert.equal(tapOf({ tappedAt: null }, MADE_AT), '2026-10-25T00:30:00.000Z')
    // Somebody sets the clock of the tablet right: what was tapped before keeps what was known then.
    mock.timers.setTime(MADE_AT + 3 * 3_600_000)
    setClockOffset(Date.now())
    assert.equal(tapOf({ tappedAt: '2026-10-25T00:30:00.000Z' }, MADE_AT), '2026-10-25T00:30:00.000Z')
  })
})
