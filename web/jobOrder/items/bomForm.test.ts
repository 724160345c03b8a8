import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOfBom, problemsOfBomValues, problemsOfScrapValues, unitChoices, valuesOfBom, withMaterial } from './bomForm.view.ts'
import type { BomValues, MaterialChoice } from './bomForm.view.ts'

const SHEET: MaterialChoice = { id: 1, name: 'Metal Sheet', sku: 'MS', isBatchTracked: true, measureUnit: { id: 1, code: 'pcs' } }
const PAINT: MaterialChoice = { id: 2, name: 'Paint', sku: 'PA', isBatchTracked: false, measureUnit: { id: 10, code: 'g' } }
const MATERIALS = [SHEET, PAINT]
const EMPTY: BomValues = {
  key: -1,
  materialId: '',
  measureUnitId: '',
  requiredInput: '',
  expectedOutput: '1',
  registrationType: 'QUANTITATIVE',
}

test('a chosen material brings its unit and the way it is taken', () => {
  const line = withMaterial(EMPTY, SHEET)
  assert.deepEqual([line.materialId, line.measureUnitId, line.registrationType], ['1', '1', 'BATCH_TRACKING'])
  assert.deepEqual(
    unitChoices(PAINT).map(({ code }) => code),
    ['kg', 'g'],
  )
  assert.deepEqual(unitChoices(undefined), [])
})

test('what is missing and what is wrong stands beside its field', () => {
  const lines = [EMPTY, { ...withMaterial(EMPTY, PAINT), requiredInput: '0' }, { ...withMaterial(EMPTY, PAINT), requiredInput: '2,5' }]
  assert.deepEqual(
    problemsOfBomValues(lines, { productId: 9, materials: MATERIALS, locale: 'pl' }).map(({ code, field }) => `${field}: ${code}`),
    [
      'bom.0.materialId: REQUIRED',
      'bom.0.requiredInputQuantity: REQUIRED',
      'bom.1.requiredInputQuantity: VALUE_OUT_OF_RANGE',
      'bom.2.materialId: NOT_UNIQUE',
    ],
  )
  const scrap = { key: 0, itemId: '1', quantity: '', isConfirmationRequired: true }
  assert.deepEqual(
    problemsOfScrapValues([scrap], MATERIALS, 'en').map(({ code, field }) => `${field}: ${code}`),
    ['possibleScraps.0.quantity: REQUIRED'],
  )
})

test('a bill of material is sent as it was read, in the writing of the language', () => {
  const shown = valuesOfBom(
    [
      {
        id: 7,
        material: { id: 2, name: 'Paint', sku: 'PA' },
        measurementUnit: { id: 10, code: 'g', shortName: 'g' },
        requiredInputQuantity: 226.796_784,
        expectedOutputQuantity: 1,
        registrationType: 'QUANTITATIVE',
      },
    ],
    'uk',
  )
  assert.equal(shown[0]?.requiredInput, '226,796784')
  assert.deepEqual(inputOfBom(shown, 'uk'), [
    { materialId: 2, measureUnitId: 10, requiredInputQuantity: 226.796_784, expectedOutputQuantity: 1, registrationType: 'QUANTITATIVE' },
  ])
})
