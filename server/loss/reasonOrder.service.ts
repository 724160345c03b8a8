import type { LossReasonId } from '#engine/ids.ts'
import { placeBefore } from '#engine/loss/placeBefore.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { lockReasons } from './lossReason.store.ts'
import type { LossReason } from './lossReason.store.ts'
import { listLossReasonGroups, lockLossReasonGroup } from './lossReasonGroup.store.ts'
import type { LossReasonGroup } from './lossReasonGroup.store.ts'
import { auditGroupPlace, auditReasonPlace } from './reasonAudit.ts'
import { findReason, requireReason } from './reasonChange.ts'
import type { LossReasonDeps, ReasonEditor } from './reasonChange.ts'
import { listReasonOrder, writeGroupOrder, writeReasonOrder } from './reasonOrder.store.ts'

type Deps = Pick<LossReasonDeps, 'database' | 'now'>

/** Where a reason goes: into the group (null = without one), before another reason there, or last. */
export type ReasonMove = { readonly id: LossReasonId; readonly groupId: number | null; readonly beforeId: LossReasonId | null }

/** Returns the moved reason. Refuses an unknown reason, group, or neighbour in that group, and an older version. */
export async function moveLossReason(
  deps: Deps,
  member: ReasonEditor,
  { id, groupId, beforeId }: ReasonMove,
  version: number | null,
): Promise<LossReason> {
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    await lockReasons(tenant)
    const before = await requireReason(tenant, id, version)
    if (groupId !== null && (await lockLossReasonGroup(tenant, groupId)) === null) {
      throw new Refusal({ code: 'LOSS_REASON_GROUP_NOT_FOUND', field: 'groupId', params: { id: groupId } })
    }
    const wasAt = await placeOf(tenant, before)
    const order = placeBefore(await listReasonOrder(tenant, groupId), id, beforeId)
    if (order === null) throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field: 'beforeId', params: { id: beforeId ?? 0 } })
    await writeReasonOrder(tenant, groupId, order)
    const after = await findReason(tenant, id)
    const by = { userId: member.userId, at: deps.now() }
    await auditReasonPlace(tenant, { reason: before, place: wasAt }, { reason: after, place: order.indexOf(id) + 1 }, by)
    return after
  })
}

/** Returns the moved group: before another one, null = last. Refuses an unknown group or neighbour. */
export async function moveLossReasonGroup(
  deps: Deps,
  member: ReasonEditor,
  { id, beforeId }: { readonly id: number; readonly beforeId: number | null },
): Promise<LossReasonGroup> {
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    await lockReasons(tenant)
    const groups = (await listLossReasonGroups(tenant)).filter((group) => !group.isDeleted)
    const ids = groups.map((group) => group.id)
    const group = groups.find((one) => one.id === id)
    if (group === undefined) throw new Refusal({ code: 'LOSS_REASON_GROUP_NOT_FOUND', field: 'id', params: { id } })
    const order = placeBefore(ids, id, beforeId)
    if (order === null) throw new Refusal({ code: 'LOSS_REASON_GROUP_NOT_FOUND', field: 'beforeId', params: { id: beforeId ?? 0 } })
    await writeGroupOrder(tenant, order)
    const places = { before: ids.indexOf(id) + 1, after: order.indexOf(id) + 1 }
    await auditGroupPlace(tenant, group, places, { userId: member.userId, at: deps.now() })
    return { ...group, sortNumber: places.after }
  })
}

async function placeOf(tenant: Tenant, reason: LossReason): Promise<number> {
  return (await listReasonOrder(tenant, reason.groupId)).indexOf(reason.id) + 1
}
