import { STATUS_SOURCES } from '#engine/status/statusRule.ts'
import { choice, FLAG, form, number, REFERENCE, text, unit } from '#engine/fields/fieldTable.ts'
import type { FieldTable } from '#engine/fields/fieldTable.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { REPORT_MODES, WORK_CENTER_TYPES } from './workCenterSetup.ts'

export const DEVICE_STATUSES = ['ACTIVE', 'ARCHIVE', 'TEMPORARY_SHUTDOWN'] as const
export type DeviceStatus = (typeof DEVICE_STATUSES)[number]

/** A day in years that a person can mean; two digits of a year are none. */
export const DAY = form(/^(19|2\d)\d\d-\d\d-\d\d$/, '2024-05-06')

/** What a work center is called, where it belongs and what kind of machine it is (spec 001 §5). */
export const GENERAL_FIELDS = {
  name: { column: 'name', rule: text(1, 200), api: 'String', isRequired: true },
  description: { column: 'description', rule: text(0, 2000), api: 'String' },
  comment: { column: 'comment', rule: text(0, 2000), api: 'String' },
  externalCode: { column: 'external_code', rule: text(0, 200), api: 'String' },
  responsibleId: { column: 'responsible_id', rule: REFERENCE, api: 'Guid', apiName: 'responsibleEmployee' },
  groupId: { column: 'group_id', rule: REFERENCE, api: 'Int' },
  sortNumber: { column: 'sort_number', rule: number({ min: 0, below: 2 ** 31, isWhole: true }), api: 'Int', isRequired: true },
  deviceStatus: { column: 'device_status', rule: choice(DEVICE_STATUSES), api: 'DeviceStatus', isRequired: true },
  type: { column: 'type', rule: choice(WORK_CENTER_TYPES), api: 'WorkCenterType', isRequired: true },
  autoDowntimeTracking: {
    column: 'auto_downtime_tracking',
    rule: FLAG,
    api: 'Boolean',
    about: 'Whether stops make losses by themselves; else only what people enter is a loss, and the time of stops stays downtime.',
  },
  boxEquipmentType: {
    column: 'box_equipment_type',
    rule: text(0, 100),
    api: 'String',
    about: "What kind of machine it is, in the company's words of up to 100 characters.",
  },
  model: { column: 'model', rule: text(0, 200), api: 'String' },
  modelCode: { column: 'model_code', rule: text(0, 200), api: 'String' },
  productionTimeUnit: {
    column: 'production_time_unit',
    rule: unit('TIME'),
    api: 'Int',
    apiName: 'productionTimeMeasurementUnitId',
    isRequired: true,
    about: 'The unit of the group TIME in which production times are shown.',
  },
} as const satisfies FieldTable

/** How the device of a work center reports: ms between its samples, days that it may send late. */
export const DEVICE_FIELDS = {
  reportMode: { column: 'report_mode', rule: choice(REPORT_MODES), api: 'ReportMode', isRequired: true },
  nominalPeriodMs: { column: 'nominal_period_ms', rule: number({ min: 100, max: DAY_MS, isWhole: true }), api: 'Int', isRequired: true },
  acceptDaysBack: { column: 'accept_days_back', rule: number({ min: 1, max: 36_500, isWhole: true }), api: 'Int', isRequired: true },
} as const satisfies FieldTable

/** Settings that no tab of the form has: the status source has a wizard, and only the provider's people say what is paid. */
export const FURTHER_FIELDS = {
  prepaidUntil: {
    column: 'prepaid_until',
    rule: DAY,
    api: 'Date',
    about: "The last day that the company has paid for; null where nothing was agreed. Only the provider's people may say it.",
  },
  statusSource: { column: 'status_source', rule: choice(STATUS_SOURCES), api: 'StatusSource', isRequired: true },
} as const satisfies FieldTable
