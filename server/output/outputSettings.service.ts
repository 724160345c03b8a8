import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { ChangeOf, FieldTable } from '#engine/fields/fieldTable.ts'
import { JOB_ORDER_FIELDS } from '#engine/workCenter/jobOrderFields.ts'
import { OUTPUT_FIELDS, SPEED_FIELDS } from '#engine/workCenter/outputFields.ts'
import { checkedColumns } from '#server/checkedColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import { unconfirmedMarks } from '#server/recalculation/recalculation.store.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import type { MeasurementUnit } from '#engine/output/measurementUnit.ts'
import { saveWorkCenter } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenterDeps } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { recordUnit } from './measurementUnit.store.ts'

/** What `updateOutputSettings` changes: the output settings, the reference speed and whether scrap is registered. */
export const OUTPUT_SETTINGS = {
  ...OUTPUT_FIELDS,
  ...SPEED_FIELDS,
  trackScraps: JOB_ORDER_FIELDS.trackScraps,
} as const satisfies FieldTable

type OutputSettingsChange = ChangeOf<typeof OUTPUT_SETTINGS> & { readonly version?: number | null | undefined }

/**
 * Returns the work center with changed output settings. Refuses a speed, counter range or rejection amount out of range, an unknown unit and an
 * older version. Counter rules, whether counters count at all, reference speed and rejection amount apply to all unconfirmed shifts, which are recalculated (domain.md D-47, S-61,
 * S-30); target rules and confirmation rules change no record.
 */
export async function saveOutputSettings(
  deps: WorkCenterDeps,
  member: { readonly companyId: CompanyId; readonly userId?: UserId },
  id: WorkCenterId,
  change: OutputSettingsChange,
): Promise<WorkCenter> {
  const columns = checkedColumns(OUTPUT_SETTINGS, change)
  return await saveWorkCenter(deps, member, id, change.version ?? null, columns, async (tenant, present) => ({
    // What ended before waits for people, as it did (domain.md O-17).
    columns: (columns.auto_confirm ?? present.autoConfirm) === present.autoConfirm ? {} : { auto_confirm_from: deps.now() },
    marks: [
      ...(await unitMarks(tenant, present, columns.measurement_unit, { deps, by: member.userId ?? null })),
      ...(affectsFigures(present, change) ? await unconfirmedMarks(tenant, id, 'OUTPUT_SETTINGS') : []),
    ],
  }))
}

/** Another unit holds from now on, begins a new segment and stops the orders in progress; old numbers keep theirs (domain.md E-55, J-13). */
async function unitMarks(
  tenant: Tenant,
  present: WorkCenter,
  unit: string | undefined,
  { deps, by }: { readonly deps: WorkCenterDeps; readonly by: UserId | null },
): Promise<readonly RecalculationMark[]> {
  if (unit === undefined || unit === present.measurementUnit) return []
  const now = deps.now()
  await recordUnit(tenant, present.id, { before: present.measurementUnit, unit, from: now })
  const ended = await deps.stopOrders(tenant, present.id, { cause: 'UNIT', at: now, by })
  return [...ended, { workCenterId: present.id, from: now, to: null, cause: 'MEASUREMENT_UNIT' }]
}

function affectsFigures(present: WorkCenter, change: OutputSettingsChange): boolean {
  const { counterRange, rejectionAmount, targetSpeed } = change
  return (
    (change.autoOutputTracking ?? present.autoOutputTracking) !== present.autoOutputTracking ||
    (change.calculationType ?? present.calculationType) !== present.calculationType ||
    (change.requireReasonForEachRejection ?? present.requireReasonForEachRejection) !== present.requireReasonForEachRejection ||
    (rejectionAmount !== undefined && rejectionAmount !== present.rejectionAmount) ||
    (counterRange !== undefined && counterRange !== present.counterRange) ||
    (targetSpeed !== undefined && targetSpeed !== present.targetSpeed)
  )
}

/** Returns the unit in which the work center's output is counted. */
export function unitOf(workCenter: WorkCenter): MeasurementUnit {
  return measurementUnitOf(workCenter.measurementUnit)
}
