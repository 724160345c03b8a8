import { byApiName } from '#engine/fields/fieldTable.ts'
import { OUTPUT_FIELDS } from '#engine/workCenter/outputFields.ts'
import type { OutputSettingsOfQuery } from '#web/api/generated/graphql.ts'
import type { Snapshot } from '../frame/settingsDraft.view.ts'
import { valuesOf, type StoredValues } from '../frame/settingsFields.view.ts'

/** What the output tab changes. */
export const OUTPUT = byApiName(OUTPUT_FIELDS)

export type OutputName = keyof typeof OUTPUT

/** Flags about confirming output, in their order on the screen. */
export const CONFIRMATION_FLAGS = [
  'isOutputIIoTRequiredOnOutputConfirmation',
  'allowMultipleOutputIIoTConfirmation',
  'allowPastPeriodConfirmations',
  'isJobOrderRequiredForOutputConfirmation',
  'isProductionOrderRequiredForOutputIIoT',
  'qualityReasonRequiredOnConfirmation',
] as const

/** What changes hold in all shifts that are not confirmed (domain.md D-47, S-61, S-30). */
const RECALCULATED: readonly OutputName[] = [
  'autoOutputTracking',
  'calculationType',
  'counterRange',
  'rejectionAmount',
  'requireReasonForEachRejection',
]

/** Returns the values of the tab. */
export function outputOf({ outputSettings }: OutputSettingsOfQuery): Snapshot<OutputName> {
  return { version: outputSettings.version, stored: valuesOf(OUTPUT, outputSettings) }
}

/** Returns when the changes apply, as text keys: in all unconfirmed shifts, from now on for another unit, or for the next actions. */
export function outputHolds(changed: readonly OutputName[]): readonly ('recalculated' | 'unit' | 'next')[] {
  const isOther = changed.some((name) => name !== 'measurementUnitId' && !RECALCULATED.includes(name))
  return [
    ...(changed.some((name) => RECALCULATED.includes(name)) ? (['recalculated'] as const) : []),
    ...(changed.includes('measurementUnitId') ? (['unit'] as const) : []),
    ...(isOther ? (['next'] as const) : []),
  ]
}

/** Returns whether the amount of a rejection does nothing: with a reason for each rejection every unit is one of its own (domain.md S-30). */
export function isAmountIdle({ requireReasonForEachRejection }: StoredValues<OutputName>): boolean {
  return requireReasonForEachRejection === true
}
