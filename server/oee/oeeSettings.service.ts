import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { ChangeOf } from '#engine/fields/fieldTable.ts'
import { OEE_FIELDS } from '#engine/workCenter/oeeFields.ts'
import type { OeeSetup } from '#engine/workCenter/workCenterSetup.ts'
import { checkedColumns } from '#server/checkedColumns.ts'
import { unconfirmedMarks } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import type { MeasurementUnit } from '#engine/output/measurementUnit.ts'
import { saveWorkCenter } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenterDeps } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import type { CompanyOeePolicy } from './oeeSetup.store.ts'

type OeeSettingsChange = ChangeOf<typeof OEE_FIELDS> & { readonly version?: number | null | undefined }

/**
 * Returns the work center with changed OEE settings. Refuses a target outside 0 to 100 per cent, a target output without a period and an older
 * version. Records stay, since switches and targets apply on read; but performance switched on needs a reference speed in unconfirmed records, which
 * are recalculated.
 */
export async function saveOeeSettings(
  deps: WorkCenterDeps,
  member: { readonly companyId: CompanyId; readonly userId?: UserId },
  id: WorkCenterId,
  change: OeeSettingsChange,
): Promise<WorkCenter> {
  const columns = checkedColumns(OEE_FIELDS, change)
  return await saveWorkCenter(deps, member, id, change.version ?? null, columns, async (tenant, present) => {
    const output = change.targetOutput === undefined ? present.targetOutput : change.targetOutput
    const period = change.targetOutputPeriod === undefined ? present.targetOutputPeriod : change.targetOutputPeriod
    if (output !== null && period === null) throw new Refusal({ code: 'REQUIRED', field: 'targetOutputPeriod' })
    const isSame = change.calculatePerformance == null || change.calculatePerformance === present.calculatePerformance
    return { marks: isSame ? [] : await unconfirmedMarks(tenant, id, 'OEE_SETTINGS') }
  })
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
