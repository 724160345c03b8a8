import { asId } from '#engine/ids.ts'
import type { ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { ImportScope, ImportType } from '#engine/jobOrder/import/importField.ts'
import { isOpen, keyOfOrder } from '#engine/jobOrder/import/importPlan.ts'
import type { ImportOrder, ImportPlan } from '#engine/jobOrder/import/importPlan.ts'
import { planImport } from '#engine/jobOrder/import/planImport.ts'
import type { ImportPlace, ReadRow } from '#engine/jobOrder/import/readRow.ts'
import { undoOf } from '#engine/jobOrder/import/undoImport.ts'
import type { ImportChange } from '#engine/jobOrder/import/undoImport.ts'

/** What a test says of a row. */
export type TestRow = {
  readonly code: string
  readonly plan: number
  /** null = what it names is no work center. */
  readonly place?: number | null
  readonly isLeftOut?: boolean
  readonly isBad?: boolean
}

const SPEED = { performanceBy: 'CYCLE_TIME', planCycleTimeMs: 1000, targetSpeedQuantity: null, targetSpeedTimeMs: null } as const
const ITEM = { id: asId<ItemId>(1), sku: 'S', unit: 'm', isArchived: false }

/** Returns an order of a test at work center 3. */
export function testOrder(id: number, externalCode: string, more: Partial<ImportOrder> = {}): ImportOrder {
  return {
    ...SPEED,
    id: asId<JobOrderId>(id),
    version: 1,
    status: 'PLANNED',
    orderCode: `${externalCode}${id}`,
    externalCode,
    workCenterId: asId<WorkCenterId>(3),
    itemId: ITEM.id,
    description: null,
    planOutput: 50,
    planStart: null,
    planEnd: null,
    isPlanEndEntered: false,
    planDurationMs: null,
    dueDate: null,
    acceptedOutput: 0,
    hasOutput: (more.acceptedOutput ?? 0) > 0,
    hasUnconfirmed: false,
    isCancelledByImport: false,
    ...more,
  }
}

/** Returns the row as it is read from a file. */
export function testRow({ code, plan, place: id = 3, isLeftOut = false, isBad = false }: TestRow, no: number): ReadRow {
  if (id === null) return { no, isLeftOut, code, place: null, values: null, problems: [LOST] }
  const place: ImportPlace = {
    id: asId<WorkCenterId>(id),
    name: `Press ${id}`,
    code: `p${id}`,
    zone: 'Europe/Warsaw',
    unit: 'm',
    isArchived: false,
    isShutDown: false,
    hasSpeed: true,
  }
  const values = {
    code,
    place,
    sku: 'S',
    item: ITEM,
    productName: null,
    planOutput: plan,
    orderCode: null,
    notes: null,
    planCycleTimeMs: 1000,
    priority: null,
  }
  return { no, isLeftOut, code, place, values: isBad ? null : values, problems: isBad ? [BAD] : [] }
}
const BAD = { code: 'NOT_A_NUMBER', field: 'plannedQuantity', column: 2, value: 'x' } as const
const LOST = { code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterCode', column: 3, value: 'x' } as const

/** Returns the plan of the rows for the orders. */
export function testPlan(
  orders: readonly ImportOrder[],
  rows: readonly TestRow[],
  {
    type,
    scope = 'FILE',
    placeIds = [],
  }: { readonly type: ImportType; readonly scope?: ImportScope; readonly placeIds?: readonly number[] },
): ImportPlan {
  return planImport({
    rows: rows.map((row, at) => testRow(row, at + 2)),
    orders,
    takenCodes: new Set(orders.map(({ orderCode }) => orderCode.toLowerCase())),
    typeOf: () => type,
    scope,
    placeIds: placeIds.map((id) => asId<WorkCenterId>(id)),
    standardOf: () => null,
  })
}

/** Returns the orders after the plan, and what is needed to take it back. */
export function applied(
  orders: readonly ImportOrder[],
  plan: ImportPlan,
): { readonly orders: readonly ImportOrder[]; readonly changes: readonly ImportChange[] } {
  const after = new Map(orders.map((order) => [order.id, order]))
  const changes: ImportChange[] = []
  let nextId = Math.max(0, ...orders.map(({ id }) => id)) + 1
  const changed = (order: ImportOrder, kind: ImportChange['kind'], fields: Partial<ImportOrder>) => {
    const next = { ...order, ...fields, version: order.version + 1 }
    after.set(order.id, next)
    changes.push({
      orderId: order.id,
      orderCode: order.orderCode,
      kind,
      version: next.version,
      before: order.status,
      key: keyOfOrder(order),
    })
  }
  for (const { orderId, status } of plan.ended) {
    const order = after.get(orderId)
    if (order === undefined || !isOpen(order.status)) throw new Error('only open orders give way')
    changed(order, status === 'CANCELLED' ? 'CANCEL' : 'CLOSE', { status, ...(status === 'CANCELLED' && { isCancelledByImport: true }) })
  }
  for (const { outcome, orderId, content } of plan.rows) {
    if (content === null) continue
    const {
      planOutput,
      planStart,
      planEnd,
      isPlanEndEntered,
      dueDate,
      description,
      status,
      itemId,
      orderCode,
      externalCode,
      workCenterId,
    } = content
    const fields = { planOutput, planStart, planEnd, isPlanEndEntered, dueDate, description, status, itemId }
    const order = orderId === null ? undefined : after.get(orderId)
    if (order !== undefined) {
      changed(order, 'UPDATE', fields)
      continue
    }
    const made = testOrder(nextId++, externalCode ?? '', { ...fields, workCenterId, orderCode: orderCode ?? `JO-${nextId}` })
    if ([...after.values()].some((other) => other.orderCode.toLowerCase() === made.orderCode.toLowerCase()))
      throw new Error(`${made.orderCode} twice`)
    if ([...after.values()].some((other) => isOpen(other.status) && keyOfOrder(other) === keyOfOrder(made)))
      throw new Error(`${externalCode} open twice`)
    after.set(made.id, made)
    const kind = outcome === 'RECREATE' ? 'RECREATE' : 'CREATE'
    changes.push({ orderId: made.id, orderCode: made.orderCode, kind, version: made.version, before: null, key: keyOfOrder(made) })
  }
  return { orders: [...after.values()], changes }
}

/** Returns the orders after the import was taken back; `before` are those that it found. */
export function takenBack(
  before: readonly ImportOrder[],
  { orders, changes }: ReturnType<typeof applied>,
): { readonly orders: readonly ImportOrder[]; readonly kept: ReturnType<typeof undoOf>['kept'] } {
  const now = orders.map((order) => ({ ...order, key: keyOfOrder(order), isOpen: isOpen(order.status), hasMessages: false }))
  const { removed, restored, kept } = undoOf(changes, now)
  const was = new Map(before.map((order) => [order.id, order]))
  const after = orders
    .filter(({ id }) => !removed.includes(id))
    .map((order) => {
      const back = restored.find(({ orderId }) => orderId === order.id)
      return back === undefined ? order : { ...(was.get(order.id) ?? order), status: back.status, version: order.version + 1 }
    })
  return { orders: after, kept }
}
