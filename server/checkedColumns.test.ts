import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WORK_CENTER_FIELDS } from '#engine/workCenter/workCenterFields.ts'
import { checkedColumns } from './checkedColumns.ts'
import { Refusal } from './refusal.ts'

test('what is left out stays, and null empties only what may be empty', () => {
  assert.deepEqual(checkedColumns(WORK_CENTER_FIELDS, {}), {})
  assert.deepEqual(
    checkedColumns(WORK_CENTER_FIELDS, {
      name: null,
      sortNumber: null,
      type: null,
      trackScraps: null,
      measurementUnitId: null,
      serialNumber: null,
      voltage: null,
      groupId: null,
      responsibleEmployee: null,
      launchDate: null,
      targetOutputPeriod: null,
      comment: undefined,
    }),
    {
      serial_number: null,
      voltage: null,
      group_id: null,
      responsible_id: null,
      launch_date: null,
      target_output_period: null,
    },
  )
})

test('names of the API become columns, units their codes and texts lose the blanks around them', () => {
  assert.deepEqual(
    checkedColumns(WORK_CENTER_FIELDS, {
      name: ' Press ',
      comment: '  ',
      transformationRationCode: ' 600/5 ',
      measurementUnitId: 2,
      isProductionOrderRequiredForOutputIIoT: true,
      qualityReasonRequiredOnConfirmation: false,
      targetAvailability: 90,
    }),
    {
      name: 'Press',
      comment: null,
      transformation_ratio_code: '600/5',
      measurement_unit: 'm',
      is_job_order_required: true,
      quality_reason_required_on_confirmation: false,
      target_availability: 90,
    },
  )
})

test('a refusal names the field as the API does, and what is legal', () => {
  assert.throws(
    () => checkedColumns(WORK_CENTER_FIELDS, { transformationRationCode: '1:1' }),
    (error) =>
      error instanceof Refusal &&
      error.code === 'INVALID_FORMAT' &&
      error.field === 'transformationRationCode' &&
      error.params['example'] === '123/1',
  )
  assert.throws(
    () => checkedColumns(WORK_CENTER_FIELDS, { voltage: -5 }),
    (error) => error instanceof Refusal && error.field === 'voltage' && error.params['value'] === -5 && error.params['above'] === 0,
  )
})
