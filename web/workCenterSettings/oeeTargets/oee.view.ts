import { OEE_NUMBERS, WORK_CENTER_NUMBERS } from '#engine/workCenter/settingsRules.ts'
import type { OeeSettingsOfQuery } from '#web/api/generated/graphql.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import type { Snapshot } from '../frame/settingsDraft.view.ts'
import type { FieldSpecs, StoredValues } from '../frame/settingsFields.view.ts'

/** What the OEE tab changes and by which rules. */
export const OEE_FIELDS = {
  calculateAvailability: { kind: 'flag' },
  calculatePerformance: { kind: 'flag' },
  calculateQuality: { kind: 'flag' },
  targetAvailability: { kind: 'number', range: OEE_NUMBERS.targetAvailability },
  targetPerformance: { kind: 'number', range: OEE_NUMBERS.targetPerformance },
  targetQuality: { kind: 'number', range: OEE_NUMBERS.targetQuality },
  targetOee: { kind: 'number', range: OEE_NUMBERS.targetOee },
  targetSpeed: { kind: 'number', range: WORK_CENTER_NUMBERS.targetSpeed },
  targetOutput: { kind: 'number', range: OEE_NUMBERS.targetOutput },
  targetOutputPeriod: { kind: 'choice' },
} as const satisfies FieldSpecs<string>

export type OeeName = keyof typeof OEE_FIELDS

/** Returns the values of the tab. */
export function oeeOf({ oeeSettings, outputSettings }: OeeSettingsOfQuery): Snapshot<OeeName> {
  const { version, calculateAvailability, calculatePerformance, calculateQuality } = oeeSettings
  const { targetAvailability, targetPerformance, targetQuality, targetOee, targetOutput, targetOutputPeriod } = oeeSettings
  return {
    version: Math.min(version, outputSettings.version),
    stored: {
      calculateAvailability,
      calculatePerformance,
      calculateQuality,
      targetAvailability,
      targetPerformance,
      targetQuality,
      targetOee,
      targetSpeed: outputSettings.targetSpeed,
      targetOutput,
      targetOutputPeriod,
    },
  }
}

/** Returns what the values need of each other: a target output needs its period, as the server asks for it. */
export function oeeProblems({ targetOutput, targetOutputPeriod }: StoredValues<OeeName>): readonly FieldProblem[] {
  return targetOutput !== null && targetOutputPeriod === null ? [{ code: 'REQUIRED', field: 'targetOutputPeriod' }] : []
}

/** Returns what the targets of the three factors multiply to in per cent; null as long as one is missing or none. */
export function targetProduct({ targetAvailability, targetPerformance, targetQuality }: StoredValues<OeeName>): number | null {
  const factors = [targetAvailability, targetPerformance, targetQuality]
  if (!factors.every((one) => typeof one === 'number' && Number.isFinite(one))) return null
  return factors.reduce<number>((product, one) => (product * Number(one)) / 100, 100)
}
