/** Why an entry of a message was not taken; stable codes, listed for device makers in docs/telemetry.md. */
export const REFUSAL_REASONS = [
  'UNPARSABLE',
  'UNKNOWN_SENSOR',
  'BAD_VALUE',
  'BAD_TIME',
  'FUTURE',
  'TOO_LATE',
  'DEVICE_UNCLAIMED',
  'TOO_LARGE',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]
