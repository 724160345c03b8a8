import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { panWindow, revealInstant, xOf, zoomWindow } from './timeWindow.ts'

const HOUR = 3_600_000
const bounds = { from: 0, to: 8 * HOUR }

test('zooming keeps the instant under the pointer where it is', () => {
  const at = 3 * HOUR
  const zoomed = zoomWindow(bounds, bounds, { factor: 2, at })
  assert.equal(zoomed.to - zoomed.from, 4 * HOUR)
  assert.equal(xOf(at, zoomed, 800), xOf(at, bounds, 800))
})

test('no zoom or move leaves the bounds or shrinks below five minutes', () => {
  const step = fc.oneof(
    fc.record({ factor: fc.double({ min: 0.05, max: 50, noNaN: true }), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.integer({ min: -9 * HOUR, max: 9 * HOUR }),
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
  const window = { from: HOUR, to: 2 * HOUR }
  assert.equal(revealInstant(window, bounds, 1.5 * HOUR), window)
  const moved = revealInstant(window, bounds, 5 * HOUR)
  assert.ok(moved.from < 5 * HOUR && moved.to > 5 * HOUR)
})
