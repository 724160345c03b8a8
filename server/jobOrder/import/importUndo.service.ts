import { randomUUID } from 'node:crypto'
import { importKey, isOpen, keyOfOrder } from '#engine/jobOrder/import/importPlan.ts'
import { undoOf } from '#engine/jobOrder/import/undoImport.ts'
import type { UndoPlan } from '#engine/jobOrder/import/undoImport.ts'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { lockOrders } from '../jobOrderEdit.store.ts'
import { insertOrderEvents } from '../jobOrderEvent.store.ts'
import { rightsOf } from '../orderDeps.ts'
import type { OrderMember } from '../orderDeps.ts'
import { raiseTargets } from '../targetSetup.ts'
import { notifyOrders } from '../visibleOrder.ts'
import { listStandingOrders, listWindows } from './importedOrder.store.ts'
import type { StandingOrder } from './importedOrder.store.ts'
import { copyItemBoms, listChanges, markActUndone, removeImportedOrders, removeUnusedItems, restoreOrders } from './importWrite.store.ts'
import type { KeptChange } from './importWrite.store.ts'
import { updateImport } from './orderImport.store.ts'
import type { OrderImport } from './orderImport.store.ts'

const EVENTS_AT_ONCE = 2000

/** Returns why the person cannot take the import back at the instant, null when they can (domain.md I-10). */
export function problemOfUndo(
  stored: Pick<OrderImport, 'appliedBy' | 'state' | 'undoUntil'>,
  member: OrderMember,
  at: number,
): { readonly code: string; readonly params: { readonly cause: string } } | null {
  if (stored.state === 'UNDONE') return { code: 'UNDO_TOO_LATE', params: { cause: 'UNDONE' } }
  if (stored.state !== 'APPLIED') return { code: 'UNDO_TOO_LATE', params: { cause: 'NOT_UNDOABLE' } }
  if (stored.undoUntil === null || stored.undoUntil.getTime() < at) return { code: 'UNDO_TOO_LATE', params: { cause: 'TIME' } }
  const isOwn = stored.appliedBy === member.userId || rightsOf(member).mayModify
  return isOwn ? null : { code: 'UNDO_TOO_LATE', params: { cause: 'OTHER_PERSON' } }
}

/** What taking an import back would do, with the codes of the orders. */
export type ForeseenUndo = {
  readonly removed: readonly string[]
  readonly restored: readonly { readonly orderId: JobOrderId; readonly orderCode: string; readonly status: JobOrderStatus }[]
  readonly kept: UndoPlan['kept']
}

/** Returns what taking the import back would do now, without doing it: the plan of the act itself (domain.md I-10). Refuses what the act refuses. */
export async function foreseeUndo(tenant: Tenant, member: OrderMember, stored: OrderImport, at: number): Promise<ForeseenUndo> {
  const problem = problemOfUndo(stored, member, at)
  if (problem !== null) throw new Refusal(problem)
  const changes = await listChanges(tenant, stored.id)
  const { removed, restored, kept } = planOf(changes, await standingOf(tenant, changes))
  const codes = new Map(changes.map(({ orderId, orderCode }) => [orderId, orderCode]))
  const codeOf = (id: JobOrderId) => codes.get(id) ?? String(id)
  return { removed: removed.map(codeOf), restored: restored.map((one) => ({ ...one, orderCode: codeOf(one.orderId) })), kept }
}

/** Returns the work centers whose targets follow, after the import was taken back in the transaction (domain.md I-10): what was changed since stays and is listed. */
export async function undoIn(tenant: Tenant, member: OrderMember, stored: OrderImport, at: number): Promise<readonly WorkCenterId[]> {
  const problem = problemOfUndo(stored, member, at)
  if (problem !== null) throw new Refusal(problem)
  const changes = await listChanges(tenant, stored.id)
  const placeIds = placesOf(changes)
  await lockWorkCenters(tenant, placeIds)
  await lockOrders(
    tenant,
    changes.map(({ orderId }) => orderId),
  )
  const standing = await standingOf(tenant, changes)
  const { removed, restored, kept } = planOf(changes, standing)
  const by = { userId: member.userId, at: new Date(at) }
  const statusOf = new Map(standing.map(({ id, status }) => [id, status]))
  if (stored.act !== null)
    await markActUndone(
      tenant,
      stored.act,
      restored.map(({ orderId }) => orderId),
      by,
    )
  const back = new Set(restored.map(({ orderId }) => orderId))
  const before = await listWindows(tenant, [...removed, ...back])
  await removeImportedOrders(tenant, removed)
  await restoreOrders(tenant, stored.id, restored, by)
  const targets = await raiseTargets(tenant, [...before, ...(await listWindows(tenant, [...back]))])
  await copyItemBoms(
    tenant,
    changes.filter(({ orderId, isOtherItem }) => isOtherItem && back.has(orderId)).map(({ orderId }) => orderId),
  )
  await removeUnusedItems(tenant, stored.itemIds)
  const told = { act: randomUUID(), kind: 'UNDONE', at, source: 'IMPORT', comment: null, undo: null } as const
  const details = { importId: stored.id, fileName: stored.fileName }
  const events = restored.map(({ orderId, status }) => ({
    ...told,
    jobOrderId: orderId,
    fromStatus: statusOf.get(orderId) ?? null,
    toStatus: status,
    details,
  }))
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE)
    await insertOrderEvents(tenant, events.slice(from, from + EVENTS_AT_ONCE), { ...by, viaStation: null })
  await updateImport(tenant, stored.id, { state: 'UNDONE', undoneBy: member.userId, undoneOn: by.at, kept })
  await notifyOrders(tenant, placeIds)
  await writeAudit(tenant, {
    userId: member.userId,
    at: by.at,
    action: 'UNDO_JOB_ORDERS_IMPORT',
    subject: `file ${stored.fileName}`,
    details: { importId: stored.id, removed: removed.length, restored: restored.length, kept: kept.length },
  })
  return targets
}

function placesOf(changes: readonly KeptChange[]): readonly WorkCenterId[] {
  return [...new Set(changes.flatMap(({ workCenterId }) => (workCenterId === null ? [] : [workCenterId])))]
}

async function standingOf(tenant: Tenant, changes: readonly KeptChange[]): Promise<readonly StandingOrder[]> {
  return await listStandingOrders(tenant, {
    placeIds: placesOf(changes),
    ids: changes.map(({ orderId }) => orderId),
    codes: changes.map(({ orderCode }) => orderCode.toLowerCase()),
  })
}

function planOf(changes: readonly KeptChange[], standing: readonly StandingOrder[]): UndoPlan {
  const keyed = changes.map(({ workCenterId, externalCode, ...change }) => ({
    ...change,
    key: importKey(externalCode ?? change.orderCode, workCenterId),
  }))
  return undoOf(
    keyed,
    standing.map((order) => ({ ...order, key: keyOfOrder(order), isOpen: isOpen(order.status) })),
  )
}
