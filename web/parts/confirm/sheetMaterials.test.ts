import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consumptionsOf, neededOf } from './sheetMaterials.view.ts'

const line = (id: number, requiredInputQuantity: number, unit = 'pcs', own = unit) => ({
  id,
  requiredInputQuantity,
  expectedOutputQuantity: 1,
  measurementUnit: { code: unit },
  material: { id, name: `Material ${id}`, measureUnit: { code: own, shortName: own } },
})

test('the sheet proposes what all units need, in the unit of the material', () => {
  assert.equal(neededOf(line(1, 36), 122), 4392)
  assert.equal(neededOf(line(1, 250, 'g', 'kg'), 122), 30.5)
  assert.equal(neededOf(line(1, 36), -5), 0)
})

test('what is typed stands for what is needed, and nothing is sent of what is not taken', () => {
  const lines = [line(1, 36), line(2, 1), line(3, 2)]
  const typed = new Map([
    [2, '120,5'],
    [3, '0'],
  ])
  assert.deepEqual(consumptionsOf(lines, typed, { total: 122, locale: 'pl' }), [
    { itemId: 1, quantity: 4392, isRequired: true },
    { itemId: 2, quantity: 120.5, isRequired: false },
  ])
})
