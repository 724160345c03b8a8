import { TARGET_OUTPUT_PERIODS } from '#engine/output/shiftTarget.ts'
import { choice, FLAG, number } from '#engine/fields/fieldTable.ts'
import type { FieldTable } from '#engine/fields/fieldTable.ts'

const PERCENT = number({ min: 0, max: 100 })

/** Which factors count. */
export const FACTOR_FIELDS = {
  calculateAvailability: {
    column: 'calculate_availability',
    rule: FLAG,
    api: 'Boolean',
    about: 'Whether availability counts; a factor that does not counts as 100 %.',
  },
  calculatePerformance: { column: 'calculate_performance', rule: FLAG, api: 'Boolean', about: 'Whether performance counts.' },
  calculateQuality: { column: 'calculate_quality', rule: FLAG, api: 'Boolean', about: 'Whether quality counts.' },
} as const satisfies FieldTable

/** Targets of the factors and of OEE, per cent. */
export const TARGET_FIELDS = {
  targetAvailability: { column: 'target_availability', rule: PERCENT, api: 'Decimal' },
  targetPerformance: { column: 'target_performance', rule: PERCENT, api: 'Decimal' },
  targetQuality: { column: 'target_quality', rule: PERCENT, api: 'Decimal' },
  targetOee: { column: 'target_oee', rule: PERCENT, api: 'Decimal' },
} as const satisfies FieldTable

/** The target output counts units in a period. */
export const TARGET_OUTPUT_FIELDS = {
  targetOutput: {
    column: 'target_output',
    rule: number({ min: 0, below: 1_000_000_000 }),
    api: 'Decimal',
    about: 'Units of output expected in each target period; needs the period.',
  },
  targetOutputPeriod: { column: 'target_output_period', rule: choice(TARGET_OUTPUT_PERIODS), api: 'TargetOutputPeriod' },
} as const satisfies FieldTable

/** The OEE settings of the API. */
export const OEE_FIELDS = { ...FACTOR_FIELDS, ...TARGET_FIELDS, ...TARGET_OUTPUT_FIELDS } as const satisfies FieldTable
