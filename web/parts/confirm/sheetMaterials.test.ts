import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consumptionsOf, materialsState, neededOf, unreadableOf } from './sheetMaterials.view.ts'

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

test('nothing is confirmed before it is known what the order needs: a lost answer is asked for again', () => {
  const unknown = { jobOrderId: 7, isAnswered: false, isFailed: false }
  assert.equal(materialsState(unknown), 'WAITING')
  assert.equal(materialsState({ ...unknown, isFailed: true }), 'FAILED')
  assert.equal(materialsState({ ...unknown, isAnswered: true }), 'READY')
  // Asked again behind an answer that stands.
  assert.equal(materialsState({ ...unknown, isAnswered: true, isFailed: true }), 'READY')
  assert.equal(materialsState({ jobOrderId: null, isAnswered: false, isFailed: false }), 'READY')
})

test('a quantity that is no number, or below zero, is named instead of left out', () => {
  const typed = new Map([
    [1, '12x'],
    [2, '1,5'],
    [3, ''],
    [4, '-2'],
  ])
  assert.deepEqual(unreadableOf(typed, 'pl'), [1, 4])
})
