import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { fieldValues } from '#engine/fields/fieldTable.ts'
import type { ChangeOf } from '#engine/fields/fieldTable.ts'
import { JOB_ORDER_FIELDS } from '#engine/workCenter/jobOrderFields.ts'
import { checkedColumns } from '#server/checkedColumns.ts'
import { audited } from '#server/company/audit.store.ts'
import { unconfirmedMarks } from '#server/recalculation/recalculation.store.ts'
import { saveWorkCenter } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenterDeps } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'

type JobOrderSettingsChange = ChangeOf<typeof JOB_ORDER_FIELDS> & { readonly version?: number | null | undefined }

/**
 * Returns the work center with changed job-order settings. Refuses a quota outside 1 to 1000, a number of parallel orders outside 1 to 20, an archived work center and an older version. How
 * parallel orders count prices all unconfirmed shifts anew (domain.md D-46); the others change no figure.
 */
export async function saveJobOrderSettings(
  deps: WorkCenterDeps,
  member: { readonly companyId: CompanyId; readonly userId: UserId },
  id: WorkCenterId,
  change: JobOrderSettingsChange,
): Promise<WorkCenter> {
  const columns = checkedColumns(JOB_ORDER_FIELDS, change)
  return saveWorkCenter(deps, member, id, change.version ?? null, columns, async (tenant, present) => {
    const before = fieldValues(JOB_ORDER_FIELDS, present)
    const after = {
      parallelMode: change.parallelMode ?? before.parallelMode,
      consumptionTracking: change.consumptionTracking ?? before.consumptionTracking,
      importType: change.importType ?? before.importType,
      operatorAccessQuota: change.operatorAccessQuota === undefined ? before.operatorAccessQuota : change.operatorAccessQuota,
      maxParallelOrders: change.maxParallelOrders === undefined ? before.maxParallelOrders : change.maxParallelOrders,
      trackScraps: change.trackScraps ?? before.trackScraps,
    }
    const entry = {
      userId: member.userId,
      at: new Date(deps.now()),
      action: 'UPDATE_JOB_ORDER_SETTINGS',
      subject: `work center ${present.name}`,
      about: { workCenterId: id },
      isAlways: true,
    } as const
    await audited(tenant, entry, before, after)
    const isPricedAnew = after.parallelMode !== before.parallelMode
    return { marks: isPricedAnew ? await unconfirmedMarks(tenant, id, 'JOB_ORDER_SETTINGS') : [], isTold: true }
  })
}
