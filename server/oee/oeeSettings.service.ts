import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { TargetOutputPeriod } from '#engine/output/shiftTarget.ts'
import { OEE_NUMBERS } from '#engine/workCenter/settingsRules.ts'
import type { OeeSetup } from '#engine/workCenter/workCenterSetup.ts'
import { unconfirmedMarks } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { checkNumber } from '#server/workCenter/checkField.ts'
import { measurementUnitOf } from '#server/workCenter/measurementUnit.ts'
import type { MeasurementUnit } from '#server/workCenter/measurementUnit.ts'
import { saveWorkCenter } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenterDeps } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenterColumns } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import type { CompanyOeePolicy } from './oeeSetup.store.ts'

/** What is undefined stays, null empties a target. */
export type OeeSettingsChange = {
  readonly calculateAvailability?: boolean | null | undefined
  readonly calculatePerformance?: boolean | null | undefined
  readonly calculateQuality?: boolean | null | undefined
  readonly targetAvailability?: number | null | undefined
  readonly targetPerformance?: number | null | undefined
  readonly targetQuality?: number | null | undefined
  readonly targetOee?: number | null | undefined
  readonly targetOutput?: number | null | undefined
  readonly targetOutputPeriod?: TargetOutputPeriod | null | undefined
  readonly version?: number | null | undefined
}

const NUMBERS = Object.keys(OEE_NUMBERS).filter((key): key is keyof typeof OEE_NUMBERS => key in OEE_NUMBERS)

/**
 * Returns the work center with its OEE settings changed; refuses a target outside 0 to 100 per cent, a target output without a period and an older version.
 * Records stay as they are, since switches and targets are applied when they are read; but performance that is switched on asks for a reference
 * speed, which unconfirmed records must tell anew.
 */
export async function saveOeeSettings(
  deps: WorkCenterDeps,
  member: { readonly companyId: CompanyId; readonly userId?: UserId },
  id: WorkCenterId,
  change: OeeSettingsChange,
): Promise<WorkCenter> {
  for (const name of NUMBERS) checkNumber(name, change[name], OEE_NUMBERS[name])
  return await saveWorkCenter(deps, member, id, change.version ?? null, columnsOf(change), async (tenant, present) => {
    const output = change.targetOutput === undefined ? present.targetOutput : change.targetOutput
    const period = change.targetOutputPeriod === undefined ? present.targetOutputPeriod : change.targetOutputPeriod
    if (output !== null && period === null) throw new Refusal({ code: 'REQUIRED', field: 'targetOutputPeriod' })
    const isSame = change.calculatePerformance == null || change.calculatePerformance === present.calculatePerformance
    return { marks: isSame ? [] : await unconfirmedMarks(tenant, id, 'OEE_SETTINGS') }
  })
}

function columnsOf(change: OeeSettingsChange): WorkCenterColumns {
  return {
    ...(change.calculateAvailability != null && { calculate_availability: change.calculateAvailability }),
    ...(change.calculatePerformance != null && { calculate_performance: change.calculatePerformance }),
    ...(change.calculateQuality != null && { calculate_quality: change.calculateQuality }),
    ...(change.targetAvailability !== undefined && { target_availability: change.targetAvailability }),
    ...(change.targetPerformance !== undefined && { target_performance: change.targetPerformance }),
    ...(change.targetQuality !== undefined && { target_quality: change.targetQuality }),
    ...(change.targetOee !== undefined && { target_oee: change.targetOee }),
    ...(change.targetOutput !== undefined && { target_output: change.targetOutput }),
    ...(change.targetOutputPeriod !== undefined && { target_output_period: change.targetOutputPeriod }),
  }
}

/** Returns the unit in which the work center's target output is counted. */
export function outputUnitOf(workCenter: WorkCenter): MeasurementUnit {
  return measurementUnitOf(workCenter.measurementUnit)
}

/** Returns what decides the OEE of a work center: its own switches and targets and its company's policies. */
export function oeeSetupOf(workCenter: WorkCenter, policy: CompanyOeePolicy): OeeSetup {
  const { calculateAvailability, calculatePerformance, calculateQuality, targetAvailability, targetPerformance, targetQuality, targetOee } =
    workCenter
  return {
    ...policy,
    calculateAvailability,
    calculatePerformance,
    calculateQuality,
    targetAvailability,
    targetPerformance,
    targetQuality,
    targetOee,
  }
}
