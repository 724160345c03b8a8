import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { ChangeOf } from '#engine/fields/fieldTable.ts'
import { problemOfSettingsChange } from '#engine/workCenter/mayEditWorkCenter.ts'
import { EDITED_FIELDS } from '#engine/workCenter/workCenterFields.ts'
import { checkedColumns } from '#server/checkedColumns.ts'
import { findMembership } from '#server/company/membership.store.ts'
import { Refusal } from '#server/refusal.ts'
import { saveFigureAffecting } from './figureAffectingChange.service.ts'
import { saveWorkCenter } from './workCenter.service.ts'
import type { WorkCenterDeps } from './workCenter.service.ts'
import type { WorkCenterColumns } from './workCenter.store.ts'
import type { WorkCenter } from './workCenterRow.ts'

/** A change of the settings, upon the version of the work center where the caller knows it. */
export type WorkCenterChange = ChangeOf<typeof EDITED_FIELDS> & { readonly version?: number | null | undefined }

/**
 * Returns the work center with the change. Refuses values that the rules of `EDITED_FIELDS` forbid, with the field and the range; an unknown group,
 * person or unit; a prepaid date from anybody but the provider's people; an archived work center; an older version.
 */
export async function editWorkCenter(
  deps: WorkCenterDeps,
  member: { readonly companyId: WorkCenter['companyId']; readonly userId?: UserId; readonly role?: Role },
  id: WorkCenterId,
  change: WorkCenterChange,
): Promise<WorkCenter> {
  const problem = problemOfSettingsChange(member.role ?? null, change)
  if (problem !== null) throw new Refusal(problem)
  const columns: WorkCenterColumns = checkedColumns(EDITED_FIELDS, change)
  await requireResponsible(deps, member.companyId, change.responsibleEmployee)
  return await saveWorkCenter(deps, member, id, change.version ?? null, columns, async (tenant, present) => {
    const at = deps.now()
    const figures = await saveFigureAffecting(tenant, present, columns, at)
    const isReturn = columns.device_status === 'ACTIVE' && present.deviceStatus !== 'ACTIVE'
    const decided = isReturn ? { ...figures, columns: { ...figures.columns, active_since: at } } : figures
    const isEnd = columns.device_status === 'TEMPORARY_SHUTDOWN' && present.deviceStatus !== 'TEMPORARY_SHUTDOWN'
    if (!isEnd) return decided
    const ended = await deps.stopOrders(tenant, id, { cause: 'SHUT_DOWN', at, by: member.userId ?? null })
    return { ...decided, marks: [...decided.marks, ...ended] }
  })
}

async function requireResponsible(deps: WorkCenterDeps, companyId: WorkCenter['companyId'], id: string | null | undefined): Promise<void> {
  if (id == null) return
  const found = await deps.database.inSystem((tx) => findMembership(tx, companyId, asId<UserId>(id)))
  if (found === null) throw new Refusal({ code: 'USER_NOT_FOUND', field: 'responsibleEmployee', params: { id } })
}
