import { byApiName } from '#engine/fields/fieldTable.ts'
import { SPECIFICATION_FIELDS } from '#engine/workCenter/specificationFields.ts'
import type { ElectricalConstantsInput } from '#web/api/generated/graphql.ts'
import type { Snapshot } from '../frame/settingsDraft.view.ts'
import { valuesOf, type StoredValues } from '../frame/settingsFields.view.ts'
import type { SettingsWorkCenter } from '../frame/settingsTabProps.ts'

/** What the specification changes. */
export const SPECIFICATION = byApiName(SPECIFICATION_FIELDS)

export type SpecificationName = keyof typeof SPECIFICATION

const CONSTANTS = ['nominalPower', 'idleLoadThreshold', 'voltage', 'cosPhi', 'transformationRationCode'] as const
/** On these the measured power depends. */
const POWER_CONSTANTS: readonly SpecificationName[] = ['voltage', 'cosPhi', 'transformationRationCode']

/** Returns the values of the tab. */
export function specificationOf(workCenter: SettingsWorkCenter): Snapshot<SpecificationName> {
  return { version: workCenter.version, stored: valuesOf(SPECIFICATION, workCenter) }
}

/** From when on a change holds, as a key of its text. */
export type Holds = 'allTime' | 'now' | 'unconfirmed'

/** Returns from when on the changes hold (domain.md E-59a): a constant that was never entered for all time, another one from now on, the dead band in all unconfirmed shifts. */
export function specificationHolds(stored: StoredValues<SpecificationName>, changed: readonly SpecificationName[]): readonly Holds[] {
  const constants = CONSTANTS.filter((name) => changed.includes(name))
  return [
    ...(constants.some((name) => stored[name] === null) ? (['allTime'] as const) : []),
    ...(constants.some((name) => stored[name] !== null) ? (['now'] as const) : []),
    ...(changed.includes('deadBandPercent') ? (['unconfirmed'] as const) : []),
  ]
}

/** Returns what saving does to a calibration: a nominal power by hand overrides it, other constants end a running one and let go of the result of an earlier one (domain.md S-12). */
export function calibrationEffect(
  changed: readonly SpecificationName[],
  calibration: { readonly isRunning: boolean; readonly isCalibrated: boolean },
): 'endsRunning' | 'overrides' | 'letsGo' | null {
  const isByHand = changed.includes('nominalPower')
  const isPowerChanged = changed.some((name) => POWER_CONSTANTS.includes(name))
  if (calibration.isRunning && (isByHand || isPowerChanged)) return 'endsRunning'
  if (!calibration.isCalibrated) return null
  if (isByHand) return 'overrides'
  return isPowerChanged ? 'letsGo' : null
}

/** Returns the constants to ask a preview for, null when no constant is changed. */
export function constantsToPreview(
  values: StoredValues<SpecificationName>,
  changed: readonly SpecificationName[],
): ElectricalConstantsInput | null {
  if (!CONSTANTS.some((name) => changed.includes(name))) return null
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  return {
    nominalPower: number(values.nominalPower),
    idleLoadThreshold: number(values.idleLoadThreshold),
    voltage: number(values.voltage),
    cosPhi: number(values.cosPhi),
    transformationRationCode: typeof values.transformationRationCode === 'string' ? values.transformationRationCode : null,
  }
}

type Total = { readonly kind: string; readonly statusRuleId?: number | null; readonly duration: number }
export type PreviewRow = {
  readonly key: string
  readonly kind: string
  readonly statusRuleId: number | null
  readonly before: number
  readonly after: number
}

/** Returns the minutes in each status on both sides, longest first; under half a minute on both is left out. */
export function previewRows(before: readonly Total[], after: readonly Total[]): readonly PreviewRow[] {
  const rows = new Map<string, PreviewRow>()
  const add = (totals: readonly Total[], side: 'before' | 'after') => {
    for (const { kind, statusRuleId = null, duration } of totals) {
      const key = `${kind} ${statusRuleId ?? ''}`
      const row = rows.get(key) ?? { key, kind, statusRuleId, before: 0, after: 0 }
      rows.set(key, { ...row, [side]: row[side] + duration / 60 })
    }
  }
  add(before, 'before')
  add(after, 'after')
  return [...rows.values()]
    .filter((row) => Math.max(row.before, row.after) >= 0.5)
    .toSorted((left, right) => Math.max(right.before, right.after) - Math.max(left.before, left.after))
}
