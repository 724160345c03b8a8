import { OUTPUT_NUMBERS } from '#engine/workCenter/settingsRules.ts'
import type { OutputSettingsOfQuery } from '#web/api/generated/graphql.ts'
import type { Snapshot } from '../frame/settingsDraft.view.ts'
import type { FieldSpecs, StoredValues } from '../frame/settingsFields.view.ts'

/** What the output tab changes and by which rules. */
export const OUTPUT_FIELDS = {
  calculationType: { kind: 'choice', isRequired: true },
  measurementUnitId: { kind: 'choice', isNumber: true, isRequired: true },
  counterRange: { kind: 'number', range: OUTPUT_NUMBERS.counterRange },
  autoResetOnShiftFinish: { kind: 'flag' },
  targetOutputCalculationType: { kind: 'choice', isRequired: true },
  requireReasonForEachRejection: { kind: 'flag' },
  rejectionAmount: { kind: 'number', range: OUTPUT_NUMBERS.rejectionAmount, isRequired: true },
  qualityReasonRequiredOnConfirmation: { kind: 'flag' },
  isOutputIIoTRequiredOnOutputConfirmation: { kind: 'flag' },
  allowMultipleOutputIIoTConfirmation: { kind: 'flag' },
  allowPastPeriodConfirmations: { kind: 'flag' },
  isJobOrderRequiredForOutputConfirmation: { kind: 'flag' },
  isProductionOrderRequiredForOutputIIoT: { kind: 'flag' },
} as const satisfies FieldSpecs<string>

export type OutputName = keyof typeof OUTPUT_FIELDS

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
const RECALCULATED: readonly OutputName[] = ['calculationType', 'counterRange', 'rejectionAmount', 'requireReasonForEachRejection']

/** Returns the values of the tab. */
export function outputOf({ outputSettings: loaded }: OutputSettingsOfQuery): Snapshot<OutputName> {
  return {
    version: loaded.version,
    stored: {
      calculationType: loaded.calculationType,
      measurementUnitId: loaded.measurementUnitId,
      counterRange: loaded.counterRange,
      autoResetOnShiftFinish: loaded.autoResetOnShiftFinish,
      targetOutputCalculationType: loaded.targetOutputCalculationType,
      requireReasonForEachRejection: loaded.requireReasonForEachRejection,
      rejectionAmount: loaded.rejectionAmount,
      qualityReasonRequiredOnConfirmation: loaded.qualityReasonRequiredOnConfirmation,
      isOutputIIoTRequiredOnOutputConfirmation: loaded.isOutputIIoTRequiredOnOutputConfirmation,
      allowMultipleOutputIIoTConfirmation: loaded.allowMultipleOutputIIoTConfirmation,
      allowPastPeriodConfirmations: loaded.allowPastPeriodConfirmations,
      isJobOrderRequiredForOutputConfirmation: loaded.isJobOrderRequiredForOutputConfirmation,
      isProductionOrderRequiredForOutputIIoT: loaded.isProductionOrderRequiredForOutputIIoT,
    },
  }
}

/** Returns from when on the changes hold, as keys of texts: in all unconfirmed shifts, from now on for another unit, or for what is done next. */
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
