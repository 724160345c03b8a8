import type { Role } from '#engine/access/abilities.ts'
import { hasAbility, ROLES } from '#engine/access/abilities.ts'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { isRequestVisible } from '#engine/workRequest/requestVisibility.ts'
import { rightOnRequest } from '#engine/workRequest/workRequestStatus.ts'
import type { WorkRequestRight } from '#engine/workRequest/workRequestStatus.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { sayerOf } from '#server/user/acting.ts'
import type { Actor } from '#server/user/acting.ts'
import { listResponsible } from './workRequest.store.ts'
import type { WorkRequest } from './workRequest.store.ts'

/** Who acts on work requests; at a station the person who works there. */
export type RequestMember = Actor & {
  readonly companyId: CompanyId
  readonly mayUpdate: boolean
  readonly mayManage: boolean
  /** Which work centers they may see; null = all. */
  readonly visible: ReadonlySet<number> | null
}

/** Roles that see only the work centers which they are assigned to. */
const ASSIGNED_ROLES: readonly Role[] = ['OPERATOR']
/** So many people are offered as responsible. */
export const MAX_RESPONSIBLE = 500

/** Returns the person who acts: at a station the one who works there. */
export function personOf(member: RequestMember): UserId {
  return sayerOf(member).userId
}

/** Returns what the member may do with the request. */
export function rightOf(member: RequestMember, request: WorkRequest): WorkRequestRight {
  return rightOnRequest(request, { ...member, userId: personOf(member) })
}

/** Returns the request if the member may see it; refuses any other as WORK_REQUEST_NOT_FOUND. */
export function requireSeen(member: RequestMember, request: WorkRequest | null | undefined, id: number): WorkRequest {
  if (request == null || !isRequestVisible(request, member.visible, personOf(member)))
    throw new Refusal({ code: 'WORK_REQUEST_NOT_FOUND', params: { id } })
  return request
}

/** Returns who may be responsible for a request of the work center, null = of none; `userIds` null = all. */
export async function responsiblePeople(
  tenant: Tenant,
  workCenterId: WorkCenterId | null,
  userIds: readonly UserId[] | null,
): Promise<readonly UserId[]> {
  const roles = ROLES.filter((role) => hasAbility(role, tenant.companyId, 'UPDATE', 'LOSSES'))
  return await listResponsible(tenant, { roles, assignedRoles: ASSIGNED_ROLES, workCenterId, userIds, limit: MAX_RESPONSIBLE })
}

/** Refuses a responsible person who is no member, or may not work on requests of the work center. */
export async function requireResponsible(tenant: Tenant, workCenterId: WorkCenterId | null, userId: UserId | null): Promise<void> {
  if (userId === null || (await responsiblePeople(tenant, workCenterId, [userId])).length > 0) return
  throw new Refusal({ code: 'USER_NOT_FOUND', field: 'responsibleId', params: { id: userId } })
}
