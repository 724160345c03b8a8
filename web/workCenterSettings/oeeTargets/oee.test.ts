import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oeeProblems, targetProduct } from './oee.view.ts'

const VALUES = {
  calculateAvailability: true,
  calculatePerformance: true,
  calculateQuality: true,
  targetAvailability: 90,
  targetPerformance: 90,
  targetQuality: 99,
  targetOee: 80,
  targetSpeed: null,
  targetOutput: null,
  targetOutputPeriod: null,
}

test('the targets of the factors multiply to one of the OEE, as long as none is missing', () => {
  assert.ok(Math.abs((targetProduct(VALUES) ?? 0) - 80.19) < 1e-9)
  assert.equal(targetProduct({ ...VALUES, targetQuality: null }), null)
  assert.equal(targetProduct({ ...VALUES, targetQuality: Number.NaN }), null)
})

test('a target output needs its period', () => {
  assert.deepEqual(oeeProblems(VALUES), [])
  assert.deepEqual(oeeProblems({ ...VALUES, targetOutput: 100 }), [{ code: 'REQUIRED', field: 'targetOutputPeriod' }])
  assert.deepEqual(oeeProblems({ ...VALUES, targetOutput: 100, targetOutputPeriod: 'SHIFT' }), [])
})
