import { randomUUID } from 'node:crypto'
import { problemsOfChange } from '#engine/jobOrder/orderForm.ts'
import { outcomeOfAction } from '#engine/jobOrder/orderActions.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { markForRecalculation, unconfirmedMarks } from '#server/recalculation/recalculation.store.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireActor, sayerOf } from '#server/user/acting.ts'
import { refusingTwins } from '#server/db/uniqueViolation.ts'
import { findWorkCenters, lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { completedOrder, EMPTY_ORDER, newOrderCode, refuseWrongOrder, trimmedOrder } from './checkedOrder.ts'
import { listJobOrders } from './jobOrder.store.ts'
import type { JobOrder, OrderSource } from './jobOrder.store.ts'
import { deleteOrder, insertOrder, lastRank, listQueue, lockOrders, updateOrder } from './jobOrderEdit.store.ts'
import type { OrderContent } from './jobOrderEdit.store.ts'
import { insertLinks, listLinks } from './jobOrderLink.store.ts'
import { insertOrderEvents } from './jobOrderEvent.store.ts'
import type { JobOrderEventKind } from './jobOrderEvent.store.ts'
import { listOrderFacts } from './jobOrderFacts.store.ts'
import { listOpenRuns, listRunsOf } from './jobRun.store.ts'
import { ORDER_INDEXES, orderNotFound, requirePlanner, rightsOf } from './orderDeps.ts'
import type { OrderDeps, OrderMember, VisiblePlaces } from './orderDeps.ts'
import { raiseTargets, reloadTargets } from './targetSetup.ts'
import { changeMaterials, problemsOfMaterialsChange, writeMaterials } from './orderMaterials.ts'
import type { MaterialsChange } from './orderMaterials.ts'
import { isPlaceVisible, notifyOrders, requireOrder, visibleOrder } from './visibleOrder.ts'

/** What a person says of an order; what is left out stays as it is. */
export type OrderChange = Partial<Omit<OrderContent, 'isPlanEndEntered'>> & MaterialsChange

/**
 * Returns the new order, a draft or planned at once (domain.md J-11). A speed that is not entered is that of the product at the work center. Refuses
 * who may not plan, operators but where refuseOperator lets them, hidden work centers, archived products, taken codes, and all that problemsOfOrder and problemsOfPlanning say, at once.
 */
export async function createOrder(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { status, source, ...change }: OrderChange & { readonly status: 'DRAFT' | 'PLANNED'; readonly source: OrderSource },
  request: KeyedRequest | null,
): Promise<JobOrder> {
  const { isOperator } = rightsOf(member)
  if (!isOperator) requirePlanner(member)
  const work = () =>
    deps.database.inTenant(member.companyId, async (tenant) => {
      const act = async () => {
        if (isOperator) await refuseOperator(tenant, member, visible, { status, workCenterId: change.workCenterId ?? null })
        return Number(await insert(tenant, deps, member, visible, { change, status, source, copiedFrom: null }))
      }
      const { answer } = await once(tenant, member.userId, request, { act, read: Number })
      const order = await requireOrder(tenant, asId<JobOrderId>(answer))
      return { order, targets: order.status === 'DRAFT' ? [] : await raiseTargets(tenant, [order]) }
    })
  const { order, targets } = await refusingTwins(ORDER_INDEXES, work)
  await reloadTargets(deps, member.companyId, targets)
  return order
}

/** Refuses an operator who plans an order, but where the company lets them: at a work center of theirs at which none is planned, paused or in progress. */
async function refuseOperator(
  tenant: Tenant,
  member: OrderMember,
  visible: VisiblePlaces,
  { status, workCenterId }: { readonly status: 'DRAFT' | 'PLANNED'; readonly workCenterId: WorkCenterId | null },
): Promise<void> {
  const company = await findCompany(tenant)
  if (company?.operatorsMayCreateOrders !== true || status !== 'PLANNED' || workCenterId === null)
    throw new Refusal({ code: 'PLANNERS_ONLY' })
  if (!isPlaceVisible(visible, workCenterId))
    throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterId', params: { id: workCenterId } })
  await requireActor(tenant, member, [workCenterId])
  // Two operators who plan at once are one after the other.
  await lockWorkCenters(tenant, [workCenterId])
  const waiting = (await listQueue(tenant, workCenterId)).filter((order) => order.status !== 'DRAFT')
  if (waiting.length > 0 || (await listOpenRuns(tenant, workCenterId)).length > 0) throw new Refusal({ code: 'PLANNERS_ONLY' })
}

/**
 * Returns a draft with the content of the order, its material, links and dates that are to come, and a new code; `planOutput` replaces its plan, with
 * `remainderOnly` what is missing of it does. It keeps a product that is archived; of a work center that is archived it stands without one (domain.md
 * J-10).
 */
export async function copyOrder(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { id, planOutput, remainderOnly }: { readonly id: JobOrderId; readonly planOutput: number | null; readonly remainderOnly: boolean },
  request: KeyedRequest | null,
): Promise<JobOrder> {
  requirePlanner(member)
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = async () => {
      const original = await visibleOrder(tenant, visible, id)
      const rest = remainderOnly ? Math.max(0, (original.planOutput ?? 0) - original.acceptedOutput) : (planOutput ?? original.planOutput)
      const now = deps.now()
      const [place] = original.workCenterId === null ? [] : await findWorkCenters(tenant, [original.workCenterId])
      const toCome = (at: number | null) => (at !== null && at > now ? at : null)
      const change = {
        itemId: original.itemId,
        workCenterId: place?.deviceStatus === 'ARCHIVE' ? null : original.workCenterId,
        description: original.description,
        notes: original.notes,
        planOutput: rest,
        // A date that is over would make the copy late at once.
        dueDate: toCome(original.dueDate),
        planStart: toCome(original.planStart),
        planEnd: original.isPlanEndEntered ? toCome(original.planEnd) : null,
        planDurationMs: rest === original.planOutput ? original.planDurationMs : null,
        planDurationUnit: original.planDurationUnit,
        performanceBy: original.performanceBy,
        planCycleTimeMs: original.planCycleTimeMs,
        planCycleTimeUnit: original.planCycleTimeUnit,
        targetSpeedQuantity: original.targetSpeedQuantity,
        targetSpeedTimeMs: original.targetSpeedTimeMs,
        targetSpeedTimeUnit: original.targetSpeedTimeUnit,
      }
      const source = member.source ?? 'SCREEN'
      const copy = await insert(tenant, deps, member, visible, { change, status: 'DRAFT', source, copiedFrom: original })
      const links = await listLinks(tenant, [id])
      if (links.length > 0) await insertLinks(tenant, copy, links)
      return Number(copy)
    }
    const { answer } = await once(tenant, member.userId, request, { act, read: Number })
    return await requireOrder(tenant, asId<JobOrderId>(answer))
  })
}

/** A draft is planned with what is changed of it, a planned order is a draft again; null = the status stays. */
type AskedStatus = 'DRAFT' | 'PLANNED' | null

/**
 * Returns the changed order. Refuses an older version as CONFLICT, fields that its status keeps (domain.md S-50), and what createOrder refuses.
 * Another speed prices all its output in unconfirmed shifts anew (domain.md D-47).
 */
export async function changeOrder(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { id, version, status, ...change }: OrderChange & { readonly id: JobOrderId; readonly version: number; readonly status: AskedStatus },
  request: KeyedRequest | null,
): Promise<JobOrder> {
  requirePlanner(member)
  const work = () =>
    deps.database.inTenant(member.companyId, async (tenant) => {
      let changed: ChangedPlaces = NOWHERE
      const act = async () => {
        await lockPlacesOf(tenant, id, change.workCenterId ?? null)
        await lockOrders(tenant, [id])
        const order = await visibleOrder(tenant, visible, id)
        if (order.version !== version) throw new Refusal({ code: 'CONFLICT', params: { version: order.version } })
        changed = await changeOrderIn(tenant, deps, member, visible, { order, status, change })
        return Number(id)
      }
      await once(tenant, member.userId, request, { act, read: Number })
      return { order: await visibleOrder(tenant, visible, id), changed }
    })
  const { order, changed } = await refusingTwins(ORDER_INDEXES, work)
  await showChanged(deps, member, changed)
  return order
}

/** Removes an order that was never worked on. What it was stays in the audit log. */
export async function removeOrder(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  id: JobOrderId,
  request: KeyedRequest | null,
): Promise<void> {
  requirePlanner(member)
  await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = async () => {
      await remove(tenant, deps, member, visible, id)
      return true
    }
    await once(tenant, member.userId, request, { act, read: () => true })
  })
}

async function remove(tenant: Tenant, deps: OrderDeps, member: OrderMember, visible: VisiblePlaces, id: JobOrderId): Promise<void> {
  await lockOrders(tenant, [id])
  const order = await visibleOrder(tenant, visible, id)
  const [facts] = await listOrderFacts(tenant, [id])
  if (facts === undefined) throw orderNotFound(id)
  refuseAll(outcomeOfAction('DELETE', facts, rightsOf(member)).problems)
  await deleteOrder(tenant, id)
  await notifyOrders(tenant, [order.workCenterId])
  const { orderCode, externalCode, status, planOutput, workCenterId } = order
  await writeAudit(tenant, {
    userId: sayerOf(member).userId,
    at: new Date(deps.now()),
    action: 'DELETE_JOB_ORDER',
    subject: `job order ${orderCode}`,
    details: {
      jobOrderId: id,
      before: { orderCode, externalCode, status, planOutput },
      after: null,
      ...(workCenterId !== null && { workCenterId }),
    },
  })
}

type Insertion = {
  readonly change: OrderChange
  readonly status: 'DRAFT' | 'PLANNED'
  readonly source: OrderSource
  readonly copiedFrom: JobOrder | null
}

async function insert(
  tenant: Tenant,
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { change, status, source, copiedFrom }: Insertion,
): Promise<JobOrderId> {
  const asked = trimmedOrder({ ...EMPTY_ORDER, ...change, isPlanEndEntered: change.planEnd != null })
  const orderCode = asked.orderCode === '' ? await newOrderCode(tenant) : asked.orderCode
  const { order, place, unit } = await completedOrder(
    tenant,
    deps,
    visible,
    { ...asked, orderCode },
    { mayTakeStandard: true, mayMoveEnd: true, hadItemId: copiedFrom?.itemId ?? null },
  )
  await refuseWrongOrder(tenant, order, { place, unit, except: null, isPlanned: status === 'PLANNED', changed: null, isOpen: true })
  const by = { ...sayerOf(member), at: new Date(deps.now()) }
  const id = await insertOrder(tenant, { ...order, status, source, rank: await lastRank(tenant, order.workCenterId) }, by)
  await writeMaterials(tenant, { id, itemId: order.itemId, copiedFrom: copiedFrom?.id ?? null }, change)
  const told = { ...NO_EVENT, jobOrderId: id, at: deps.now(), source, toStatus: status, act: randomUUID() }
  await insertOrderEvents(
    tenant,
    [copiedFrom === null ? { ...told, kind: 'CREATED' } : { ...told, kind: 'COPIED', details: { from: copiedFrom.orderCode } }],
    by,
  )
  await notifyOrders(tenant, [order.workCenterId])
  return id
}

const NO_EVENT = { fromStatus: null, comment: null, details: {}, undo: null } as const

/** Locks where the order is planned, will be and was worked on: before the order itself, as everywhere. */
async function lockPlacesOf(tenant: Tenant, id: JobOrderId, next: WorkCenterId | null): Promise<void> {
  const [order] = await listJobOrders(tenant, [id])
  const places = [next, order?.workCenterId ?? null, ...(await listRunsOf(tenant, [id])).map(({ workCenterId }) => workCenterId)]
  await lockWorkCenters(tenant, [...new Set(places.filter((place) => place !== null))])
}

/** Where figures are recalculated after a change of an order, and where only targets are others. */
export type ChangedPlaces = { readonly priced: readonly WorkCenterId[]; readonly targets: readonly WorkCenterId[] }
export const NOWHERE: ChangedPlaces = { priced: [], targets: [] }

/** Resolves when the records of the work centers show the change. */
export async function showChanged(deps: OrderDeps, { companyId }: OrderMember, { priced, targets }: ChangedPlaces): Promise<void> {
  await reloadTargets(
    deps,
    companyId,
    targets.filter((id) => !priced.includes(id)),
  )
  for (const workCenterId of priced) await deps.ingest.reload({ companyId, workCenterId }, { wait: true })
}

/** Returns the work centers whose figures and targets follow from what changed of the order, which is locked. */
export async function changeOrderIn(
  tenant: Tenant,
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { order: before, ...asked }: { readonly order: JobOrder; readonly status?: AskedStatus; readonly change: OrderChange },
): Promise<ChangedPlaces> {
  const isPlanEndEntered = asked.change.planEnd === undefined ? before.isPlanEndEntered : asked.change.planEnd !== null
  const wanted = trimmedOrder({ ...before, ...asked.change, isPlanEndEntered })
  const status = asked.status ?? before.status
  const isWaiting = before.status === 'DRAFT' || before.status === 'PLANNED'
  const changed = new Set(Object.entries(differenceOf(before, wanted)).map(([field]) => field))
  // What follows from product and plan follows anew only where they changed: a note changes nothing else.
  const { order, place, unit } = await completedOrder(tenant, deps, visible, wanted, {
    mayTakeStandard: isWaiting && (changed.has('itemId') || changed.has('workCenterId')),
    mayMoveEnd: PLAN_FIELDS.some((field) => changed.has(field)),
    hadItemId: before.itemId,
  })
  const entered = { ...order, planEnd: isPlanEndEntered ? order.planEnd : before.planEnd }
  refuseAll([
    ...problemsOfChange(before.status, before, entered, before.acceptedOutput),
    ...problemsOfMaterialsChange(before.status, asked.change),
  ])
  if (asked.status === 'DRAFT' && before.status !== 'DRAFT') await refuseDraft(tenant, before)
  const isPlanning = asked.status === 'PLANNED' && before.status === 'DRAFT'
  if (asked.status === 'PLANNED' && !isWaiting)
    throw new Refusal({ code: 'INVALID_JOB_ORDER_TRANSITION', field: 'status', params: { action: 'PLAN', status: before.status } })
  await refuseWrongOrder(tenant, order, {
    place,
    unit,
    except: before.id,
    isPlanned: status !== 'DRAFT' && status !== 'CANCELLED',
    // What is planned now lacks nothing, whatever changed of it.
    changed: isPlanning ? null : changed,
    isOpen: isWaiting || before.status === 'PROGRESS' || before.status === 'ON_HOLD',
  })
  const isMoved = order.workCenterId !== before.workCenterId
  const rank = isMoved ? await lastRank(tenant, order.workCenterId) : before.rank
  const by = { ...sayerOf(member), at: new Date(deps.now()) }
  await updateOrder(tenant, before.id, { ...order, status, rank }, by)
  const materials = await changeMaterials(tenant, before, order, asked.change)
  const kind: JobOrderEventKind = isMoved ? 'MOVED' : 'CHANGED'
  const told = {
    ...NO_EVENT,
    jobOrderId: before.id,
    act: randomUUID(),
    at: deps.now(),
    source: member.source ?? 'SCREEN',
    fromStatus: before.status,
  } as const
  const details = { ...differenceOf(before, order), ...materials }
  const changing = { ...told, kind, toStatus: isPlanning ? before.status : status, details }
  const planning = { ...told, kind: 'PLANNED', toStatus: status } as const
  // What was only planned says nothing of changes.
  const events = isPlanning ? [...(Object.keys(details).length === 0 ? [] : [changing]), planning] : [changing]
  await insertOrderEvents(tenant, events, by)
  await notifyOrders(tenant, [before.workCenterId, order.workCenterId])
  const isPriced = before.timeStart !== null && SPEED_FIELDS.some((field) => before[field] !== order[field])
  const isWindowChanged = status !== before.status || PLAN_FIELDS.some((field) => changed.has(field))
  return {
    priced: isPriced ? await markRuns(tenant, before.id, member) : [],
    targets: isWindowChanged ? await raiseTargets(tenant, [before, order]) : [],
  }
}

/** Marks where and since when the order was worked on, as far as it is not confirmed (domain.md D-47). */
async function markRuns(tenant: Tenant, id: JobOrderId, member: OrderMember): Promise<readonly WorkCenterId[]> {
  const runs = Map.groupBy(await listRunsOf(tenant, [id]), ({ workCenterId }) => workCenterId)
  for (const [workCenterId, those] of runs) {
    const marks = await unconfirmedMarks(tenant, workCenterId, 'JOB_ORDER')
    const start = Math.min(...those.map((run) => run.start))
    await markForRecalculation(
      tenant,
      marks.map((mark) => ({ ...mark, from: Math.max(mark.from, start) })),
      member.userId,
    )
  }
  return [...runs.keys()]
}

/** What the end of the window follows from. */
const PLAN_FIELDS = [
  'itemId',
  'workCenterId',
  'planOutput',
  'planStart',
  'planEnd',
  'isPlanEndEntered',
  'planDurationMs',
  'performanceBy',
  'planCycleTimeMs',
  'targetSpeedQuantity',
  'targetSpeedTimeMs',
] as const
const SPEED_FIELDS = ['performanceBy', 'planCycleTimeMs', 'targetSpeedQuantity', 'targetSpeedTimeMs'] as const

/** An order that was worked on is no draft again. */
async function refuseDraft(tenant: Tenant, { id, status }: JobOrder): Promise<void> {
  const [facts] = await listOrderFacts(tenant, [id])
  if (facts?.hasRuns === true) throw new Refusal({ code: 'JOB_ORDER_HAS_RUNS', field: 'status' })
  if (status !== 'PLANNED') throw new Refusal({ code: 'INVALID_JOB_ORDER_TRANSITION', field: 'status', params: { action: 'EDIT', status } })
}

function differenceOf(before: OrderContent, after: OrderContent): Readonly<Record<string, unknown>> {
  const was = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(([field, value]) => field in EMPTY_ORDER && was.get(field) !== value)
  return Object.fromEntries(changed.map(([field, value]) => [field, { before: was.get(field), after: value }]))
}
