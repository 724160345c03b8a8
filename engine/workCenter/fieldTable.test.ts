import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiNameOf, byApiName, fieldProblem, storedValue } from '#engine/fields/fieldTable.ts'
import type { SettingField } from '#engine/fields/fieldTable.ts'
import { DEVICE_FIELDS } from './generalFields.ts'
import { WORK_CENTER_FIELDS } from './workCenterFields.ts'

const ALL: Readonly<Record<string, SettingField>> = { ...WORK_CENTER_FIELDS, ...DEVICE_FIELDS }

const REFUSED: readonly { field: string; value: string | number; code: string; params?: Readonly<Record<string, string | number>> }[] = [
  { field: 'name', value: '  ', code: 'REQUIRED' },
  { field: 'name', value: 'a'.repeat(201), code: 'LENGTH_OUT_OF_RANGE', params: { min: 1, max: 200 } },
  { field: 'description', value: 'a'.repeat(2001), code: 'LENGTH_OUT_OF_RANGE', params: { min: 0, max: 2000 } },
  { field: 'comment', value: 'a'.repeat(2001), code: 'LENGTH_OUT_OF_RANGE', params: { min: 0, max: 2000 } },
  { field: 'externalCode', value: 'a'.repeat(201), code: 'LENGTH_OUT_OF_RANGE', params: { min: 0, max: 200 } },
  { field: 'boxEquipmentType', value: 'a'.repeat(101), code: 'LENGTH_OUT_OF_RANGE', params: { min: 0, max: 100 } },
  { field: 'model', value: 'a'.repeat(201), code: 'LENGTH_OUT_OF_RANGE', params: { min: 0, max: 200 } },
  { field: 'modelCode', value: 'a'.repeat(201), code: 'LENGTH_OUT_OF_RANGE', params: { min: 0, max: 200 } },
  { field: 'serialNumber', value: 'a'.repeat(201), code: 'LENGTH_OUT_OF_RANGE', params: { min: 0, max: 200 } },
  { field: 'transformerCode', value: 'a'.repeat(201), code: 'LENGTH_OUT_OF_RANGE', params: { min: 0, max: 200 } },
  { field: 'transformationRatioCode', value: '123:1', code: 'INVALID_FORMAT', params: { example: '123/1' } },
  { field: 'launchDate', value: '24-05-06', code: 'INVALID_FORMAT', params: { example: '2024-05-06' } },
  { field: 'sortNumber', value: -1, code: 'VALUE_OUT_OF_RANGE', params: { value: -1, min: 0 } },
  { field: 'sortNumber', value: 2 ** 31, code: 'NOT_BELOW', params: { value: 2 ** 31, max: 2 ** 31 } },
  { field: 'sortNumber', value: 1.5, code: 'NOT_WHOLE', params: { value: 1.5 } },
  { field: 'nominalPower', value: 0, code: 'VALUE_OUT_OF_RANGE', params: { value: 0, above: 0 } },
  { field: 'nominalPower', value: 1_000_000, code: 'NOT_BELOW', params: { value: 1_000_000, max: 1_000_000 } },
  { field: 'voltage', value: 0, code: 'VALUE_OUT_OF_RANGE', params: { value: 0, above: 0 } },
  { field: 'cosPhi', value: 1.01, code: 'VALUE_OUT_OF_RANGE', params: { value: 1.01, above: 0, max: 1 } },
  { field: 'idleLoadThreshold', value: 101, code: 'VALUE_OUT_OF_RANGE', params: { value: 101, min: 0, max: 100 } },
  { field: 'deadBandPercent', value: 51, code: 'VALUE_OUT_OF_RANGE', params: { value: 51, min: 0, max: 50 } },
  { field: 'targetAvailability', value: 100.1, code: 'VALUE_OUT_OF_RANGE', params: { value: 100.1, min: 0, max: 100 } },
  { field: 'targetPerformance', value: -1, code: 'VALUE_OUT_OF_RANGE', params: { value: -1, min: 0, max: 100 } },
  { field: 'targetQuality', value: 101, code: 'VALUE_OUT_OF_RANGE', params: { value: 101, min: 0, max: 100 } },
  { field: 'targetOee', value: 101, code: 'VALUE_OUT_OF_RANGE', params: { value: 101, min: 0, max: 100 } },
  { field: 'targetOutput', value: 1_000_000_000, code: 'NOT_BELOW', params: { value: 1_000_000_000, max: 1_000_000_000 } },
  { field: 'targetSpeed', value: 0, code: 'VALUE_OUT_OF_RANGE', params: { value: 0, above: 0 } },
  { field: 'counterRange', value: 1, code: 'VALUE_OUT_OF_RANGE', params: { value: 1, min: 2, max: 2 ** 53 - 1 } },
  { field: 'rejectionAmount', value: 0, code: 'VALUE_OUT_OF_RANGE', params: { value: 0, min: 1 } },
  { field: 'maxParallelOrders', value: 0, code: 'VALUE_OUT_OF_RANGE', params: { value: 0, min: 1, max: 20 } },
  { field: 'operatorAccessQuota', value: 1001, code: 'VALUE_OUT_OF_RANGE', params: { value: 1001, min: 0, max: 1000 } },
  { field: 'measurementUnit', value: 7, code: 'MEASUREMENT_UNIT_NOT_FOUND', params: { id: 7 } },
  { field: 'productionTimeUnit', value: 1, code: 'MEASUREMENT_UNIT_NOT_FOUND', params: { id: 1 } },
  { field: 'nominalPeriodMs', value: 99, code: 'VALUE_OUT_OF_RANGE', params: { value: 99, min: 100, max: 86_400_000 } },
  { field: 'acceptDaysBack', value: 0, code: 'VALUE_OUT_OF_RANGE', params: { value: 0, min: 1, max: 36_500 } },
]

for (const { field: key, value, code, params } of REFUSED) {
  test(`${key} is refused with ${code} for ${String(value).slice(0, 20)}`, () => {
    const field = ALL[key]
    assert.ok(field)
    const name = apiNameOf(key, field)
    assert.deepEqual(fieldProblem(name, field, value), { code, field: name, ...(params && { params }) })
  })
}

test('every text, number and unit of the settings has a row above', () => {
  const tried = new Set(REFUSED.map(({ field }) => field))
  const untried = Object.entries(ALL).filter(([key, { rule, api }]) => {
    return ['text', 'form', 'number', 'unit'].includes(rule.kind) && api !== 'Date' && !tried.has(key)
  })
  assert.deepEqual(
    untried.map(([key]) => key),
    [],
  )
})

test('no two settings share a column or a name in the API', () => {
  for (const table of [WORK_CENTER_FIELDS, DEVICE_FIELDS]) {
    const columns = Object.values(table).map(({ column }) => column)
    assert.equal(new Set(columns).size, columns.length)
    assert.equal(Object.keys(byApiName(table)).length, columns.length)
  }
})

test('a value is stored without blanks around it, an empty text as null and a unit as its code', () => {
  const { serialNumber, transformationRatioCode, productionTimeUnit, sortNumber } = WORK_CENTER_FIELDS
  assert.deepEqual(
    [
      storedValue(serialNumber, ' 7 '),
      storedValue(serialNumber, '  '),
      storedValue(transformationRatioCode, ' 600/5 '),
      storedValue(productionTimeUnit, 6),
      storedValue(sortNumber, 0),
      storedValue(serialNumber, null),
    ],
    ['7', null, '600/5', 'min', 0, null],
  )
})
