import { byApiName } from '#engine/fields/fieldTable.ts'
import { FACTOR_FIELDS, TARGET_FIELDS, TARGET_OUTPUT_FIELDS } from '#engine/workCenter/oeeFields.ts'
import { SPEED_FIELDS } from '#engine/workCenter/outputFields.ts'
import type { OeeSettingsOfQuery } from '#web/api/generated/graphql.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import type { Snapshot } from '../frame/settingsDraft.view.ts'
import { valuesOf, type StoredValues } from '../frame/settingsFields.view.ts'

/** What the OEE tab changes, in its order on the screen. */
export const OEE = byApiName({ ...FACTOR_FIELDS, ...TARGET_FIELDS, ...SPEED_FIELDS, ...TARGET_OUTPUT_FIELDS })

export type OeeName = keyof typeof OEE

/** Returns the values of the tab. */
export function oeeOf({ oeeSettings, outputSettings }: OeeSettingsOfQuery): Snapshot<OeeName> {
  const version = Math.min(oeeSettings.version, outputSettings.version)
  return { version, stored: valuesOf(OEE, { ...oeeSettings, targetSpeed: outputSettings.targetSpeed }) }
}

/** Returns problems between values: a target output needs its period, as on the server. */
export function oeeProblems({ targetOutput, targetOutputPeriod }: StoredValues<OeeName>): readonly FieldProblem[] {
  return targetOutput !== null && targetOutputPeriod === null ? [{ code: 'REQUIRED', field: 'targetOutputPeriod' }] : []
}

/** Returns the product of the three factor targets in per cent; null while one is missing or invalid. */
export function targetProduct({ targetAvailability, targetPerformance, targetQuality }: StoredValues<OeeName>): number | null {
  const factors = [targetAvailability, targetPerformance, targetQuality]
  if (!factors.every((one) => typeof one === 'number' && Number.isFinite(one))) return null
  return factors.reduce<number>((product, one) => (product * Number(one)) / 100, 100)
}
