import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idleEnergy } from './energyCost.view.ts'

const row = (isEffective: boolean | null, energyConsumption: number | null, cost: number | null, unpriced = 0) => ({
  isEffective,
  energyConsumption,
  cost,
  unpriced,
})

test('energy without producing is that of all other statuses, with its share of the whole', () => {
  assert.deepEqual(idleEnergy([row(true, 16, 14), row(false, 3, 1.5), row(false, 1, 0.5), row(false, null, null)]), {
    kwh: 4,
    cost: 2,
    share: 0.2,
  })
})

test('its cost is not told where a part has no price, nor anything where nothing was measured', () => {
  assert.deepEqual(idleEnergy([row(true, 16, 14), row(false, 4, 1, 2)]), { kwh: 4, cost: null, share: 0.2 })
  assert.deepEqual(idleEnergy([row(true, null, null)]), { kwh: null, cost: null, share: null })
  assert.deepEqual(idleEnergy([row(true, 16, 14)]), { kwh: 0, cost: 0, share: 0 })
})
