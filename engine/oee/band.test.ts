import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bandOf, percentInBand } from './band.ts'

test('a figure is not shown in a better band than it is in', () => {
  assert.deepEqual(
    [79.96, 79.94, 80, 67.99, 99.97, 100, 74.05].map((percent) => percentInBand(percent, 1)),
    [79.9, 79.9, 80, 67.9, 99.9, 100, 74.1],
  )
  assert.equal(percentInBand(79.6, 0), 79)
  assert.equal(percentInBand(74.6, 0), 75)
})

test('what is shown has the band of the figure and is less than a digit away', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 150, noNaN: true }), fc.integer({ min: 0, max: 2 }), (percent, digits) => {
      const shown = percentInBand(percent, digits)
      assert.equal(bandOf(shown), bandOf(percent))
      assert.ok(Math.abs(shown - percent) < 10 ** -digits)
    }),
  )
})
