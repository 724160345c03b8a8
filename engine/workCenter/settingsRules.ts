import type { LengthRange, NumberRange, TextForm } from './fieldRules.ts'

const PERCENT = { min: 0, max: 100 } as const satisfies NumberRange
const TEXT = { min: 0, max: 2000 } as const satisfies LengthRange
const CODE = { min: 0, max: 200 } as const satisfies LengthRange
const DAY_MS = 86_400_000
const INT_LIMIT = 2 ** 31

/** How long the texts of a work center may be; a name is required (spec 001 §5). */
export const WORK_CENTER_TEXTS = {
  name: { min: 1, max: 200 },
  comment: TEXT,
  description: TEXT,
  externalCode: CODE,
  boxEquipmentType: { min: 0, max: 100 },
  model: CODE,
  modelCode: CODE,
  serialNumber: CODE,
  transformerCode: CODE,
} as const satisfies Readonly<Record<string, LengthRange>>

/** Where the numbers of a work center must lie: cosPhi above 0 and at most 1 (spec 001 §5); kW, V, units a minute, per cent. */
export const WORK_CENTER_NUMBERS = {
  sortNumber: { min: 0, below: INT_LIMIT, isWhole: true },
  cosPhi: { above: 0, max: 1 },
  voltage: { above: 0, below: 1_000_000 },
  nominalPower: { above: 0, below: 1_000_000 },
  idleLoadThreshold: PERCENT,
  deadBandPercent: { min: 0, max: 50 },
  targetSpeed: { above: 0, below: 1_000_000 },
  targetAvailability: PERCENT,
  targetPerformance: PERCENT,
  targetQuality: PERCENT,
  targetOee: PERCENT,
} as const satisfies Readonly<Record<string, NumberRange>>

/** A transformation ratio, primary over secondary. */
export const TRANSFORMATION_RATIO = { pattern: /^[1-9]\d{0,6}\/[1-9]\d{0,6}$/, example: '123/1' } as const satisfies TextForm

/** The day on which a machine was taken into use, in years that a person can mean; two digits of a year are none. */
export const LAUNCH_DATE = { pattern: /^(19|2\d)\d\d-\d\d-\d\d$/, example: '2024-05-06' } as const satisfies TextForm

/** Where the numbers of the OEE settings must lie; the target output counts units. */
export const OEE_NUMBERS = {
  targetAvailability: PERCENT,
  targetPerformance: PERCENT,
  targetQuality: PERCENT,
  targetOee: PERCENT,
  targetOutput: { min: 0, below: 1_000_000_000 },
} as const satisfies Readonly<Record<string, NumberRange>>

/** Where the numbers of the output settings must lie; a counter range up to 53 bits, beyond which a number is not exact. */
export const OUTPUT_NUMBERS = {
  targetSpeed: WORK_CENTER_NUMBERS.targetSpeed,
  counterRange: { min: 2, max: 2 ** 53 - 1, isWhole: true },
  rejectionAmount: { min: 1, below: 1_000_000, isWhole: true },
} as const satisfies Readonly<Record<string, NumberRange>>

/** Where the numbers of a device must lie: ms between its samples, days that it may send late. */
export const DEVICE_NUMBERS = {
  nominalPeriodMs: { min: 100, max: DAY_MS, isWhole: true },
  acceptDaysBack: { min: 1, max: 36_500, isWhole: true },
} as const satisfies Readonly<Record<string, NumberRange>>

/** Where the numbers of the job-order settings must lie. */
export const JOB_ORDER_NUMBERS = {
  operatorAccessQuota: { min: 1, max: 1000, isWhole: true },
} as const satisfies Readonly<Record<string, NumberRange>>
