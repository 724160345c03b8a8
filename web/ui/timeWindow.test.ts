import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { HOUR_MS } from '#engine/time/durations.ts'
import { panWindow, revealInstant, xOf, zoomWindow } from './timeWindow.ts'

const bounds = { from: 0, to: 8 * HOUR_MS }

test('zooming keeps the instant under the pointer where it is', () => {
  const at = 3 * HOUR_MS
  const zoomed = zoomWindow(bounds, bounds, { factor: 2, at })
  assert.equal(zoomed.to - zoomed.from, 4 * HOUR_MS)
  assert.equal(xOf(at, zoomed, 800), xOf(at, bounds, 800))
})

test('no zoom or move leaves the bounds or shrinks below five minutes', () => {
  const step = fc.oneof(
    fc.record({ factor: fc.double({ min: 0.05, max: 50, noNaN: true }), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.integer({ min: -9 * HOUR_MS, max: 9 * HOUR_MS }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let window: { readonly from: number; readonly to: number } = bounds
      for (const one of steps)
        window =
          typeof one === 'number'
            ? panWindow(window, bounds, one)
            : zoomWindow(window, bounds, { factor: one.factor, at: window.from + one.share * (window.to - window.from) })
      assert.ok(window.from >= -1e-3 && window.to <= bounds.to + 1e-3)
      assert.ok(window.to - window.from >= 5 * 60_000 - 1e-3)
    }),
  )
})

test('an instant outside is brought into view, one inside moves nothing', () => {
  const window = { from: HOUR_MS, to: 2 * HOUR_MS }
  assert.equal(revealInstant(window, bounds, 1.5 * HOUR_MS), window)
  const moved = revealInstant(window, bounds, 5 * HOUR_MS)
  assert.ok(moved.from < 5 * HOUR_MS && moved.to > 5 * HOUR_MS)
})
