import { randomUUID } from 'node:crypto'
import { placeByPriority } from '#engine/jobOrder/import/placeByPriority.ts'
import { UNDO_MS } from '#engine/jobOrder/import/undoImport.ts'
import type { ImportContent, PlannedRow } from '#engine/jobOrder/import/importPlan.ts'
import { RANK_GAP } from '#engine/jobOrder/queueRank.ts'
import { asId } from '#engine/ids.ts'
import type { ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { newOrderCode } from '../checkedOrder.ts'
import { listQueue, writeRanks } from '../jobOrderEdit.store.ts'
import { insertOrderEvents } from '../jobOrderEvent.store.ts'
import type { JobOrderEventKind } from '../jobOrderEvent.store.ts'
import type { ImportMember, ShiftTimes, VisiblePlaces } from '../orderDeps.ts'
import { raiseTargets } from '../targetSetup.ts'
import { notifyOrders } from '../visibleOrder.ts'
import { makePlan } from './importPlanning.service.ts'
import type { ImportChoices, MadePlan } from './importPlanning.service.ts'
import { planEnds } from './importWindows.ts'
import {
  copyItemBoms,
  endImportedOrders,
  endRunsOf,
  insertImportedItems,
  insertImportedOrders,
  keepChanges,
  updateImportedOrders,
} from './importWrite.store.ts'
import type { By, WrittenOrder } from './importWrite.store.ts'
import { writeResults } from './importRow.store.ts'
import { updateImport } from './orderImport.store.ts'
import type { OrderImport } from './orderImport.store.ts'

/** How an import is applied. */
export type ApplyOptions = ImportChoices & {
  /** Of the check that the person saw; null = none was asked for. */
  readonly checkToken: string | null
  readonly skipsRefused: boolean
}

type GoodRow = PlannedRow & { readonly content: ImportContent }
/** So many events travel in a statement. */
const EVENTS_AT_ONCE = 2000

/**
 * Applies the import in the transaction, all of it or nothing (domain.md I-9), and returns the work centers whose figures follow. Refuses a check that
 * no longer holds, rows that are refused unless they are to be skipped, and a file without a good row.
 */
export async function applyIn(
  tenant: Tenant,
  { shiftTimes, at, sentAt }: { readonly shiftTimes: ShiftTimes; readonly at: number; readonly sentAt: number },
  member: ImportMember,
  visible: VisiblePlaces,
  stored: OrderImport,
  options: ApplyOptions,
  onProgress: (done: number) => void,
): Promise<readonly WorkCenterId[]> {
  const made = await makePlan(tenant, stored, options, visible, { isLocked: true })
  refuseWrong(made, options)
  const by: By = { userId: member.userId, at: new Date(at) }
  const source = stored.source === 'INTEGRATION' ? 'INTEGRATION' : 'IMPORT'
  const act = randomUUID()
  const rows = made.plan.rows.filter((row): row is GoodRow => row.content !== null)
  const items = await itemsOf(tenant, rows, made, by)
  const endOf = await planEnds(
    tenant,
    shiftTimes,
    rows.map(({ content }) => content),
    made.placeOf,
  )
  const written = (content: ImportContent, orderCode: string): WrittenOrder => writtenOrder(content, orderCode, items, endOf)
  let done = 0
  const step = (base: number) => (count: number) => onProgress((done = base + count))

  const ended = made.plan.ended.map(({ orderId, status }) => ({ id: orderId, status }))
  const updated = rows.filter(({ orderId }) => orderId !== null)
  await keepChanges(tenant, stored.id, [
    ...made.plan.ended.map(({ orderId, status }) => ({ orderId, kind: status === 'CANCELLED' ? ('CANCEL' as const) : ('CLOSE' as const) })),
    ...updated.flatMap(({ orderId }) => (orderId === null ? [] : [{ orderId, kind: 'UPDATE' as const }])),
  ])
  const running = made.plan.ended.filter(({ before }) => before === 'PROGRESS').map(({ orderId }) => orderId)
  // Under the locks: whoever started one of them while the import waited in line did work on it.
  const moved = await endRunsOf(tenant, running, { askedAt: at, now: at + Math.max(0, Date.now() - sentAt) }, by)
  await endImportedOrders(tenant, stored.id, ended, by)
  step(0)(ended.length)
  await updateImportedOrders(
    tenant,
    stored.id,
    updated.flatMap(({ orderId, content }) => (orderId === null ? [] : [{ id: orderId, ...written(content, content.orderCode ?? '') }])),
    by,
    step(done),
  )
  const created = rows.filter(({ orderId }) => orderId === null)
  const ids = await insertCreated(tenant, stored.id, created, { written, by: { ...by, source }, onWritten: step(done) })
  await keepChanges(
    tenant,
    stored.id,
    created.map((row) => ({ orderId: ids.get(row.no) ?? asId<JobOrderId>(0), kind: row.outcome === 'RECREATE' ? 'RECREATE' : 'CREATE' })),
  )
  const otherItems = updated
    .filter(({ changes }) => changes.some(({ field }) => field === 'product'))
    .flatMap(({ orderId }) => orderId ?? [])
  await copyItemBoms(tenant, [...ids.values(), ...otherItems])
  await tellHistory(tenant, { made, rows, ids, by, source, act, importId: stored.id, fileName: stored.fileName })
  await notifyOrders(tenant, [...new Set([...made.places.map(({ workCenterId }) => workCenterId)])])
  await markForRecalculation(
    tenant,
    moved.map(({ workCenterId, from }) => ({ workCenterId, from, to: null, cause: 'JOB_ORDER' })),
    member.userId,
  )
  const touched = new Set([...ended.map(({ id }) => id), ...updated.map(({ orderId }) => orderId)])
  const targets = await raiseTargets(tenant, [
    ...made.orders.filter(({ id }) => touched.has(id)),
    ...rows.map(({ content }) => ({ ...content, planEnd: endOf(content) })),
  ])
  await writeResults(
    tenant,
    stored.id,
    made.results.map((result) => ({ ...result, jobOrderId: result.jobOrderId ?? ids.get(result.no) ?? null })),
  )
  await updateImport(tenant, stored.id, {
    state: 'APPLIED',
    mapping: made.mapping,
    importType: options.importType,
    scope: options.scope,
    mayCreateItems: options.mayCreateItems,
    skipsRefused: options.skipsRefused,
    counts: made.counts,
    ended: made.plan.ended,
    places: made.places,
    checkToken: null,
    done: rows.length + ended.length,
    appliedBy: member.userId,
    appliedOn: by.at,
    undoUntil: new Date(at + UNDO_MS),
    act,
    itemIds: [...items.created],
  })
  await writeAudit(tenant, {
    userId: member.userId,
    at: by.at,
    action: 'IMPORT_JOB_ORDERS',
    subject: `file ${stored.fileName}`,
    details: { importId: stored.id, ...made.counts, items: items.created.length },
  })
  return [...new Set([...moved.map(({ workCenterId }) => workCenterId), ...targets])]
}

function refuseWrong({ checkToken, counts, plan }: MadePlan, options: ApplyOptions): void {
  if (options.checkToken !== null && options.checkToken !== checkToken) throw new Refusal({ code: 'IMPORT_OUTDATED', field: 'checkToken' })
  const isIdle = plan.ended.length === 0 && plan.rows.every(({ outcome }) => outcome === 'REFUSED' || outcome === 'LEFT_OUT')
  if (isIdle) throw new Refusal({ code: 'IMPORT_EMPTY' })
  if (counts.refused > 0 && !options.skipsRefused)
    throw new Refusal({ code: 'IMPORT_ROWS_REFUSED', field: 'skipRefused', params: { refused: counts.refused } })
}

type Items = { readonly idOf: (content: ImportContent) => ItemId | null; readonly created: readonly ItemId[] }

/** Products that no row's SKU finds are made, in the unit of the work center that makes them first. */
async function itemsOf(tenant: Tenant, rows: readonly GoodRow[], { placeOf }: MadePlan, by: By): Promise<Items> {
  const missing = new Map<string, { readonly sku: string; readonly name: string; readonly unit: string }>()
  for (const { content } of rows) {
    const key = content.sku.toLowerCase()
    if (content.itemId !== null || missing.has(key)) continue
    const unit = placeOf.get(content.workCenterId)?.unit ?? 'pcs'
    missing.set(key, { sku: content.sku, name: content.productName ?? content.sku, unit })
  }
  const created = missing.size === 0 ? [] : await insertImportedItems(tenant, [...missing.values()], by)
  const ids = new Map(created.map(({ id, sku }) => [sku.toLowerCase(), id]))
  return { idOf: ({ itemId, sku }) => itemId ?? ids.get(sku.toLowerCase()) ?? null, created: created.map(({ id }) => id) }
}

function writtenOrder(
  content: ImportContent,
  orderCode: string,
  items: Items,
  endOf: (order: ImportContent) => number | null,
): WrittenOrder {
  const { externalCode, description, notes, workCenterId, planOutput, planStart, isPlanEndEntered, dueDate, status } = content
  const { performanceBy, planCycleTimeMs, targetSpeedQuantity, targetSpeedTimeMs } = content
  return {
    orderCode,
    externalCode,
    description,
    notes,
    itemId: items.idOf(content),
    workCenterId,
    planOutput,
    planStart,
    planEnd: endOf(content),
    isPlanEndEntered,
    dueDate,
    performanceBy,
    planCycleTimeMs,
    targetSpeedQuantity,
    targetSpeedTimeMs,
    status,
  }
}

/** Returns the ids of the new orders by the lines of their rows. */
async function insertCreated(
  tenant: Tenant,
  importId: number,
  rows: readonly GoodRow[],
  given: {
    readonly written: (content: ImportContent, orderCode: string) => WrittenOrder
    readonly by: By & { readonly source: 'IMPORT' | 'INTEGRATION' }
    readonly onWritten: (count: number) => void
  },
): Promise<ReadonlyMap<number, JobOrderId>> {
  const ranks = new Map<number, number>()
  for (const [workCenterId, those] of Map.groupBy(rows, ({ content }) => content.workCenterId)) {
    const places = placeByPriority(
      await listQueue(tenant, workCenterId),
      those.map(({ no, content }) => ({ key: no, priority: content.priority })),
    )
    for (const [no, rank] of places.added) ranks.set(no, rank)
    if (places.moved.length > 0)
      await writeRanks(
        tenant,
        places.moved.map(({ id, rank }) => ({ id: asId<JobOrderId>(id), rank })),
      )
  }
  const orders: { readonly no: number; readonly order: WrittenOrder & { readonly rank: number } }[] = []
  for (const { no, content } of rows) {
    const orderCode = content.orderCode ?? (await newOrderCode(tenant))
    orders.push({ no, order: { ...given.written(content, orderCode), rank: ranks.get(no) ?? RANK_GAP } })
  }
  const ids = await insertImportedOrders(
    tenant,
    importId,
    orders.map(({ order }) => order),
    given.by,
    given.onWritten,
  )
  return new Map(
    orders.flatMap(({ no, order }) => {
      const id = ids.get(order.orderCode)
      return id === undefined ? [] : [[no, id] as const]
    }),
  )
}

type Told = {
  readonly made: MadePlan
  readonly rows: readonly GoodRow[]
  readonly ids: ReadonlyMap<number, JobOrderId>
  readonly by: By
  readonly source: 'IMPORT' | 'INTEGRATION'
  readonly act: string
  readonly importId: number
  readonly fileName: string
}

/** Writes into the history of each order what the import did with it. */
async function tellHistory(tenant: Tenant, { made, rows, ids, by, source, act, importId, fileName }: Told): Promise<void> {
  const at = by.at.getTime()
  const told = { act, at, source, comment: null, undo: null } as const
  const origin = { importId, fileName }
  const statusOf = new Map(made.orders.map(({ id, status }) => [id, status]))
  const events = [
    ...made.plan.ended.map(({ orderId, before, status }) => {
      const kind: JobOrderEventKind = status === 'CANCELLED' ? 'CANCELLED' : 'CLOSED'
      return { ...told, jobOrderId: orderId, kind, fromStatus: before, toStatus: status, details: origin }
    }),
    ...rows.flatMap(({ no, orderId, changes, content }) => {
      const jobOrderId = orderId ?? ids.get(no)
      if (jobOrderId === undefined) return []
      const kind: JobOrderEventKind = orderId === null ? 'CREATED' : 'CHANGED'
      const details = { ...origin, ...Object.fromEntries(changes.map(({ field, before, after }) => [field, { before, after }])) }
      return [{ ...told, jobOrderId, kind, fromStatus: statusOf.get(jobOrderId) ?? null, toStatus: content.status, details }]
    }),
  ]
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE)
    await insertOrderEvents(tenant, events.slice(from, from + EVENTS_AT_ONCE), { ...by, viaStation: null })
}
