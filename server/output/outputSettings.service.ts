import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { OutputCalculationType } from '#engine/workCenter/workCenterSetup.ts'
import { Refusal } from '#server/refusal.ts'
import { checkNumber } from '#server/workCenter/checkField.ts'
import { findOutputUnit, measurementUnitOf } from '#server/workCenter/measurementUnit.ts'
import type { MeasurementUnit } from '#server/workCenter/measurementUnit.ts'
import { saveWorkCenter } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenterDeps } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'

/** What is undefined stays, null empties. */
export type OutputSettingsChange = {
  readonly calculationType?: OutputCalculationType | null | undefined
  readonly counterRange?: number | null | undefined
  readonly measurementUnitId?: number | null | undefined
  readonly targetSpeed?: number | null | undefined
  readonly version?: number | null | undefined
}

/** The range of a 53-bit counter, beyond which a number is not exact. */
const MAX_COUNTER_RANGE = 2 ** 53 - 1
const MAX_SPEED = 1_000_000

/** Returns the work center with its output settings changed; refuses a speed or counter range out of range, an unknown unit and an older version. */
export async function saveOutputSettings(
  deps: WorkCenterDeps,
  member: { readonly companyId: CompanyId },
  id: WorkCenterId,
  change: OutputSettingsChange,
): Promise<WorkCenter> {
  checkNumber('targetSpeed', change.targetSpeed, { above: 0, max: MAX_SPEED })
  checkNumber('counterRange', change.counterRange, { min: 2, max: MAX_COUNTER_RANGE, isWhole: true })
  const unit = change.measurementUnitId == null ? null : findOutputUnit(change.measurementUnitId)
  if (change.measurementUnitId != null && unit === null) {
    throw new Refusal({ code: 'MEASUREMENT_UNIT_NOT_FOUND', field: 'measurementUnitId', params: { id: change.measurementUnitId } })
  }
  return await saveWorkCenter(deps, member, id, change.version ?? null, {
    ...(change.calculationType != null && { calculation_type: change.calculationType }),
    ...(change.counterRange !== undefined && { counter_range: change.counterRange }),
    ...(change.targetSpeed !== undefined && { target_speed: change.targetSpeed }),
    ...(unit !== null && { measurement_unit: unit.code }),
  })
}

/** Returns the unit in which the work center's output is counted. */
export function unitOf(workCenter: WorkCenter): MeasurementUnit {
  return measurementUnitOf(workCenter.measurementUnit)
}
