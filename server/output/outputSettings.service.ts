import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { OUTPUT_NUMBERS } from '#engine/workCenter/settingsRules.ts'
import type { OutputCalculationType, TargetOutputCalculationType } from '#engine/workCenter/workCenterSetup.ts'
import type { Tenant } from '#server/db/database.ts'
import { unconfirmedMarks } from '#server/recalculation/recalculation.store.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { checkNumber } from '#server/workCenter/checkField.ts'
import { findUnit, measurementUnitOf } from '#server/workCenter/measurementUnit.ts'
import type { MeasurementUnit } from '#server/workCenter/measurementUnit.ts'
import { saveWorkCenter } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenterDeps } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenterColumns } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { recordUnit } from './measurementUnit.store.ts'

type Choice =
  | 'allowMultipleOutputConfirmation'
  | 'allowPastPeriodConfirmations'
  | 'autoResetOnShiftFinish'
  | 'isJobOrderRequired'
  | 'isJobOrderRequiredForConfirmation'
  | 'isOutputRequiredOnConfirmation'
  | 'isQualityReasonRequiredOnConfirmation'
  | 'requireReasonForEachRejection'
  | 'trackScraps'

/** What is undefined stays, null empties. */
export type OutputSettingsChange = { readonly [Key in Choice]?: boolean | null | undefined } & {
  readonly calculationType?: OutputCalculationType | null | undefined
  readonly counterRange?: number | null | undefined
  readonly measurementUnitId?: number | null | undefined
  readonly rejectionAmount?: number | null | undefined
  readonly targetOutputCalculationType?: TargetOutputCalculationType | null | undefined
  readonly targetSpeed?: number | null | undefined
  readonly version?: number | null | undefined
}

const COLUMN_OF: Readonly<Record<Choice, keyof WorkCenterColumns>> = {
  allowMultipleOutputConfirmation: 'allow_multiple_output_confirmation',
  allowPastPeriodConfirmations: 'allow_past_period_confirmations',
  autoResetOnShiftFinish: 'auto_reset_on_shift_finish',
  isJobOrderRequired: 'is_job_order_required',
  isJobOrderRequiredForConfirmation: 'is_job_order_required_for_confirmation',
  isOutputRequiredOnConfirmation: 'is_output_required_on_confirmation',
  isQualityReasonRequiredOnConfirmation: 'quality_reason_required_on_confirmation',
  requireReasonForEachRejection: 'require_reason_for_each_rejection',
  trackScraps: 'track_scraps',
}
const CHOICES = Object.keys(COLUMN_OF).filter((key): key is Choice => key in COLUMN_OF)

const NUMBERS = Object.keys(OUTPUT_NUMBERS).filter((key): key is keyof typeof OUTPUT_NUMBERS => key in OUTPUT_NUMBERS)

/**
 * Returns the work center with its output settings changed; refuses a speed, counter range or rejection amount out of range, an unknown unit and an
 * older version. How counters are read, the reference speed and what a rejection stands for hold in all unconfirmed shifts, which are recalculated
 * (domain.md D-47, S-61, S-30); how a target is worked out and what a confirmation needs change no record.
 */
export async function saveOutputSettings(
  deps: WorkCenterDeps,
  member: { readonly companyId: CompanyId; readonly userId?: UserId },
  id: WorkCenterId,
  change: OutputSettingsChange,
): Promise<WorkCenter> {
  const columns = columnsOf(change)
  return await saveWorkCenter(deps, member, id, change.version ?? null, columns, async (tenant, present) => ({
    marks: [
      ...(await unitMarks(tenant, present, columns.measurement_unit, deps.now())),
      ...(isDecisive(present, change) ? await unconfirmedMarks(tenant, id, 'OUTPUT_SETTINGS') : []),
    ],
  }))
}

/** Another unit holds from now on and begins a new segment; old numbers keep theirs (domain.md E-55). */
async function unitMarks(
  tenant: Tenant,
  present: WorkCenter,
  unit: string | undefined,
  now: number,
): Promise<readonly RecalculationMark[]> {
  if (unit === undefined || unit === present.measurementUnit) return []
  await recordUnit(tenant, present.id, { before: present.measurementUnit, unit, from: now })
  return [{ workCenterId: present.id, from: now, to: null, cause: 'MEASUREMENT_UNIT' }]
}

function columnsOf(change: OutputSettingsChange): WorkCenterColumns {
  for (const name of NUMBERS) checkNumber(name, change[name], OUTPUT_NUMBERS[name])
  const unit = change.measurementUnitId == null ? null : findUnit(change.measurementUnitId, 'QUANTITY')
  if (change.measurementUnitId != null && unit === null) {
    throw new Refusal({ code: 'MEASUREMENT_UNIT_NOT_FOUND', field: 'measurementUnitId', params: { id: change.measurementUnitId } })
  }
  const choices = CHOICES.flatMap((key) => (change[key] == null ? [] : [[COLUMN_OF[key], change[key]] as const]))
  return {
    ...Object.fromEntries(choices),
    ...(change.calculationType != null && { calculation_type: change.calculationType }),
    ...(change.counterRange !== undefined && { counter_range: change.counterRange }),
    ...(change.rejectionAmount != null && { rejection_amount: change.rejectionAmount }),
    ...(change.targetOutputCalculationType != null && { target_output_calculation_type: change.targetOutputCalculationType }),
    ...(change.targetSpeed !== undefined && { target_speed: change.targetSpeed }),
    ...(unit !== null && { measurement_unit: unit.code }),
  }
}

function isDecisive(present: WorkCenter, change: OutputSettingsChange): boolean {
  const { counterRange, targetSpeed } = change
  return (
    (change.calculationType ?? present.calculationType) !== present.calculationType ||
    (change.rejectionAmount ?? present.rejectionAmount) !== present.rejectionAmount ||
    (change.requireReasonForEachRejection ?? present.requireReasonForEachRejection) !== present.requireReasonForEachRejection ||
    (counterRange !== undefined && counterRange !== present.counterRange) ||
    (targetSpeed !== undefined && targetSpeed !== present.targetSpeed)
  )
}

/** Returns the unit in which the work center's output is counted. */
export function unitOf(workCenter: WorkCenter): MeasurementUnit {
  return measurementUnitOf(workCenter.measurementUnit)
}
