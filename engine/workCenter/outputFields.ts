import { choice, FLAG, number, unit } from '#engine/fields/fieldTable.ts'
import type { FieldTable } from '#engine/fields/fieldTable.ts'
import { AUTO_CONFIRM_TIMES } from '#engine/output/automaticPosting.ts'
import { OUTPUT_CALCULATION_TYPES, TARGET_OUTPUT_CALCULATION_TYPES } from './workCenterSetup.ts'

/** The reference speed belongs to the output settings of the API; the form has it among the targets. */
export const SPEED_FIELDS = {
  targetSpeed: {
    column: 'target_speed',
    rule: number({ above: 0, below: 1_000_000 }),
    api: 'Decimal',
    about: 'The reference speed, units a minute.',
  },
} as const satisfies FieldTable

/** How output is counted and confirmed; a counter range up to 53 bits, beyond which a number is not exact. */
export const OUTPUT_FIELDS = {
  calculationType: {
    column: 'calculation_type',
    rule: choice(OUTPUT_CALCULATION_TYPES),
    api: 'OutputCalculationType',
    isRequired: true,
    about: 'Which two of total, accepted and rejected the device counts.',
  },
  measurementUnit: {
    column: 'measurement_unit',
    rule: unit('QUANTITY'),
    api: 'Int',
    apiName: 'measurementUnitId',
    isRequired: true,
    about: 'The unit of the group QUANTITY in which output is counted from now on.',
  },
  counterRange: {
    column: 'counter_range',
    rule: number({ min: 2, max: 2 ** 53 - 1, isWhole: true }),
    api: 'Decimal',
    about: 'After how many the counter of the device starts at 0 again.',
  },
  autoOutputTracking: {
    column: 'auto_output_tracking',
    rule: FLAG,
    api: 'Boolean',
    about: 'Whether the output is what the device counts; else its counts only show that the machine moves, and confirmed output counts.',
  },
  autoResetOnShiftFinish: { column: 'auto_reset_on_shift_finish', rule: FLAG, api: 'Boolean' },
  targetOutputCalculationType: {
    column: 'target_output_calculation_type',
    rule: choice(TARGET_OUTPUT_CALCULATION_TYPES),
    api: 'TargetOutputCalculationType',
    isRequired: true,
  },
  requireReasonForEachRejection: { column: 'require_reason_for_each_rejection', rule: FLAG, api: 'Boolean' },
  rejectionAmount: {
    column: 'rejection_amount',
    rule: number({ min: 1, below: 1_000_000, isWhole: true }),
    api: 'Int',
    about: 'How many rejected units make one loss; null = all of an output segment.',
  },
  isQualityReasonRequiredOnConfirmation: {
    column: 'quality_reason_required_on_confirmation',
    rule: FLAG,
    api: 'Boolean',
    apiName: 'qualityReasonRequiredOnConfirmation',
  },
  isOutputRequiredOnConfirmation: {
    column: 'is_output_required_on_confirmation',
    rule: FLAG,
    api: 'Boolean',
    apiName: 'isOutputIIoTRequiredOnOutputConfirmation',
  },
  allowMultipleOutputConfirmation: {
    column: 'allow_multiple_output_confirmation',
    rule: FLAG,
    api: 'Boolean',
    apiName: 'allowMultipleOutputIIoTConfirmation',
    about: 'Whether several output segments are confirmed in one act, one several times, and one that still counts.',
  },
  allowPastPeriodConfirmations: {
    column: 'allow_past_period_confirmations',
    rule: FLAG,
    api: 'Boolean',
    about: 'Whether output is confirmed of shifts before the one in progress and the one before it.',
  },
  isJobOrderRequiredForConfirmation: {
    column: 'is_job_order_required_for_confirmation',
    rule: FLAG,
    api: 'Boolean',
    apiName: 'isJobOrderRequiredForOutputConfirmation',
  },
  autoConfirm: {
    column: 'auto_confirm',
    rule: choice(AUTO_CONFIRM_TIMES),
    api: 'AutoConfirmTime',
    isRequired: true,
    about: 'When the product confirms what was counted: never, when the order is closed, or after the end of the shift.',
  },
  isJobOrderRequired: {
    column: 'is_job_order_required',
    rule: FLAG,
    api: 'Boolean',
    apiName: 'isProductionOrderRequiredForOutputIIoT',
  },
} as const satisfies FieldTable
