import { hasAbility, ROLES } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import { isOpen } from '#engine/checklist/occurrencePlan.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { requireActor } from '#server/user/acting.ts'
import { listResponsible } from '#server/workRequest/workRequest.store.ts'
import { lockedOccurrence, requireOccurrence, tellChecklists } from './answering.service.ts'
import type { Answerer, VisiblePlaces } from './answering.service.ts'
import type { ChecklistDeps } from './checklist.service.ts'
import { assignRow } from './occurrence.store.ts'
import type { Occurrence } from './occurrence.store.ts'

/** Roles that see only the work centers which they are assigned to. */
const ASSIGNED_ROLES: readonly Role[] = ['OPERATOR']
/** So many people are offered. */
const MAX_PEOPLE = 500

/** Returns who may be given a checklist at the work center; `userIds` null = all. */
export async function answeringPeople(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  userIds: readonly UserId[] | null,
): Promise<readonly UserId[]> {
  const roles = ROLES.filter((role) => hasAbility(role, tenant.companyId, 'UPDATE', 'CHECKLISTS'))
  return await listResponsible(tenant, { roles, assignedRoles: ASSIGNED_ROLES, workCenterId, userIds, limit: MAX_PEOPLE })
}

/**
 * Returns the occurrence, given to the person, null = to nobody in particular (domain.md CL-15). Refuses a closed one, and somebody who may not answer it
 * there.
 */
export async function assignOccurrence(
  deps: ChecklistDeps,
  by: Answerer,
  visible: VisiblePlaces,
  { id, assigneeId }: { readonly id: number; readonly assigneeId: UserId | null },
): Promise<Occurrence> {
  return await deps.database.inTenant(by.companyId, async (tenant) => {
    const { occurrence } = await lockedOccurrence(tenant, id, visible)
    const { workCenterId, state, dueAt } = occurrence
    await requireActor(tenant, by, [workCenterId])
    if (!isOpen(state)) throw new Refusal({ code: 'OCCURRENCE_CLOSED', params: { state } })
    if (assigneeId !== null && (await answeringPeople(tenant, workCenterId, [assigneeId])).length === 0)
      throw new Refusal({ code: 'USER_NOT_FOUND', field: 'assigneeId', params: { id: assigneeId } })
    await assignRow(tenant, id, assigneeId)
    await tellChecklists(tenant, workCenterId, dueAt)
    return await requireOccurrence(tenant, id, visible)
  })
}
