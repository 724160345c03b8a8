import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenedPostingQuery } from '#web/api/generated/graphql.ts'
import { changedDetails, correctionValues, detailsOf, numberProblems, reasonField, unusedMaterials, usedField } from './correction.view.ts'

type Row = OpenedPostingQuery['outputConfirmations'][number]

const row = (outputType: Row['outputType'], output: number, more: Partial<Row> = {}): Row => ({
  id: 1,
  postingId: 7,
  workCenterId: 3,
  workCenter: null,
  jobOrder: null,
  output,
  outputType,
  type: 'CONFIRMED',
  isNotPosted: false,
  batchCode: null,
  comment: null,
  batchTime: '2026-05-04T08:00:00Z',
  sensorValue: 0,
  difference: 0,
  operator: null,
  losses: [],
  container: null,
  warnings: [],
  isAutomatic: false,
  createdOn: '2026-05-04T08:00:00Z',
  corrects: null,
  correctedBy: null,
  canceledBy: null,
  canceledOn: null,
  cancelComment: null,
  calculatedSpeed: null,
  sensorSpeed: null,
  overPlanBy: null,
  consumptions: [],
  scraps: [],
  ...more,
})

const loss = (id: number, quantity: number) => ({ id, quantity, reason: { id: 4, name: 'Scratch' } })
const sheet = { id: 2, name: 'Metal Sheet' }
const used = (id: number, quantity: number, batch: { id: number; code: string } | null) => ({
  id,
  quantity,
  isUncovered: batch === null,
  measurementUnit: null,
  item: sheet,
  batch,
})

/** A posting over two segments, whose rows name the same losses. */
const ROWS: readonly Row[] = [
  row('ACCEPTED', 84, {
    batchCode: 'B-9',
    container: { id: 1, code: 'BOX-1' },
    consumptions: [used(1, 90, { id: 5, code: 'COIL' }), used(2, 10.5, null)],
  }),
  row('ACCEPTED', 16, { batchCode: 'B-9', container: { id: 1, code: 'BOX-1' } }),
  row('REJECTED', 3, { losses: [loss(11, 1), loss(12, 2)] }),
  row('REJECTED', 1, { losses: [loss(11, 1), loss(12, 2)] }),
]

test('a correction begins with all that the posting said', () => {
  assert.deepEqual(correctionValues(ROWS, 'pl'), {
    acceptedOutput: '100',
    rejectedOutput: '4',
    batchCode: 'B-9',
    containerCodes: 'BOX-1',
    comment: '',
    [reasonField(4)]: '3',
    'used-2-5': '90',
    'used-2-0': '10,5',
  })
})

test('what a person left as it was is not sent: it stays that of the posting', () => {
  const before = correctionValues(ROWS, 'en')
  const asked = { details: detailsOf(ROWS), locale: 'en', reasonIds: [4, 6] }
  assert.deepEqual(changedDetails(before, { ...before, acceptedOutput: '90', comment: 'Miscounted' }, asked), {})
})

test('what was changed is sent whole, and emptied where it was emptied', () => {
  const details = detailsOf(ROWS)
  const before = correctionValues(ROWS, 'en')
  const values = {
    ...before,
    batchCode: ' B-10 ',
    containerCodes: '',
    [reasonField(4)]: '1',
    [reasonField(6)]: '2',
    [usedField({ itemId: 2, batchId: null })]: '0',
  }
  assert.deepEqual(changedDetails(before, values, { details, locale: 'en', reasonIds: [4, 6] }), {
    batchCode: 'B-10',
    containerCodes: [],
    qualityReasons: [
      { reasonId: 4, output: 1 },
      { reasonId: 6, output: 2 },
    ],
    consumptions: [{ itemId: 2, batchId: 5, quantity: 90 }],
  })
})

test('what is no number is said beside its field, and what is below zero', () => {
  const before = correctionValues(ROWS, 'en')
  const values = { ...before, [reasonField(4)]: '12x', 'used-2-5': '-1', 'used-9-0': ' 7.5 ', batchCode: 'x' }
  assert.deepEqual(
    numberProblems(before, values, 'en').map(({ code, field }) => `${field}: ${code}`),
    ['reason-4: NOT_A_NUMBER', 'used-2-5: VALUE_OUT_OF_RANGE'],
  )
  assert.deepEqual(numberProblems(before, { ...before, 'used-2-5': '' }, 'en'), [])
})

test('a material of the order that the posting did not name is added', () => {
  const material = (id: number, name: string) => ({ id, material: { id, name, measureUnit: { code: 'kg', shortName: 'kg' } } })
  const known = {
    jobOrderSettings: { consumptionTracking: 'WITHOUT_BOM_VALIDATION' as const },
    jobOrderBom: [material(2, 'Metal Sheet'), material(9, 'Oil')],
  }
  const details = detailsOf(ROWS)
  const unused = unusedMaterials(known, details)
  assert.deepEqual(
    unused.map(({ itemId, name }) => `${itemId} ${name}`),
    ['9 Oil'],
  )
  const before = correctionValues(ROWS, 'en')
  const asked = { details, locale: 'en', reasonIds: [4], unused }
  assert.deepEqual(changedDetails(before, { ...before, 'used-9-0': '7.5' }, asked), {
    consumptions: [
      { itemId: 2, batchId: 5, quantity: 90 },
      { itemId: 2, batchId: null, quantity: 10.5 },
      { itemId: 9, batchId: null, quantity: 7.5 },
    ],
  })
  // Half of the units took half of what nobody touched.
  assert.deepEqual(changedDetails(before, { ...before, acceptedOutput: '50', rejectedOutput: '2', 'used-9-0': '7.5' }, asked), {
    consumptions: [
      { itemId: 2, batchId: 5, quantity: 45 },
      { itemId: 2, batchId: null, quantity: 5.25 },
      { itemId: 9, batchId: null, quantity: 7.5 },
    ],
  })
  assert.deepEqual(changedDetails(before, before, asked), {})
  assert.deepEqual(unusedMaterials({ ...known, jobOrderSettings: { consumptionTracking: 'NO_TRACKING' } }, details), [])
  assert.deepEqual(unusedMaterials(undefined, details), [])
})
