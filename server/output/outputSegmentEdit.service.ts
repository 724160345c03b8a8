import { randomUUID } from 'node:crypto'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { problemOfActTime } from '#engine/jobOrder/runTimes.ts'
import { MOST_UNITS, problemsOfUnits } from '#engine/output/postingRules.ts'
import type { Problem } from '#engine/result.ts'
import type { Tenant } from '#server/db/database.ts'
import { listItems } from '#server/item/item.store.ts'
import { explainedProblems, namingFaster } from '#server/jobOrder/explainedProblems.ts'
import { listJobOrders } from '#server/jobOrder/jobOrder.store.ts'
import type { JobOrder } from '#server/jobOrder/jobOrder.store.ts'
import { listStates, lockOrders, writeState } from '#server/jobOrder/jobOrderEdit.store.ts'
import { insertOrderEvents } from '#server/jobOrder/jobOrderEvent.store.ts'
import type { RunChange } from '#server/jobOrder/jobOrderEvent.store.ts'
import { findLastShift } from '#server/jobOrder/jobOrderFacts.store.ts'
import { insertRun, listRunsOf, removeRun } from '#server/jobOrder/jobRun.store.ts'
import { requireRoom } from '#server/jobOrder/runChanges.ts'
import { orderNotFound, rightsOf } from '#server/jobOrder/orderDeps.ts'
import type { OrderDeps, OrderMember, VisiblePlaces } from '#server/jobOrder/orderDeps.ts'
import { isPlaceVisible, notifyOrders } from '#server/jobOrder/visibleOrder.ts'
import { listMarks, markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireUnconfirmed } from '#server/recalculation/confirmedShift.ts'
import { sayerOf } from '#server/user/acting.ts'
import { checkText } from '#server/workCenter/checkField.ts'
import { mayModifyOutput } from './outputRights.ts'
import { insertCorrection, listCorrections } from './outputCorrection.store.ts'
import { listedSegments } from './outputSegmentList.store.ts'
import type { ListedSegment } from './outputSegmentList.store.ts'
import { StillRecalculating } from './actCut.ts'
import { lockPlace, onceOf, repetitionOf, settled } from './posting.service.ts'
import { listRunsWithin } from './assignedRun.store.ts'

const COMMENT = { min: 3, max: 2000 }

/** The count that somebody saw who corrects it, and how many corrections it had then. */
export type SeenCount = { readonly accepted: number; readonly rejected: number; readonly corrections: number }

/** What a device should have counted in a segment; without what was seen it is the whole count of a segment that is over. */
export type CountCorrection = {
  readonly id: number
  readonly accepted: number
  readonly rejected: number
  readonly seen: SeenCount | null
  readonly comment: string
}

/**
 * Returns the segment with the count that people say the device should have had (domain.md O-13): the difference to what they saw is added, so that
 * what was counted meanwhile stays. Refuses counts out of range, a segment that still counts without what was seen of it, one that somebody else
 * corrected meanwhile (`CONFLICT`), live confirmations, a confirmed shift, and one of another shift without the right to manage output.
 */
export async function correctCount(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { id, accepted, rejected, seen: counted, comment }: CountCorrection,
  request: KeyedRequest | null,
): Promise<ListedSegment> {
  if (counted !== null) refuseAll(problemsOfSeen(counted))
  const words = checkText('comment', comment, COMMENT)
  const seen = await seenSegment(deps, member, visible, id)
  await settled(
    deps,
    member,
    seen.workCenterId,
    (tenant) =>
      onceOf(tenant, member, request, async () => {
        const { place } = await lockPlace(tenant, member, seen.workCenterId, null)
        const segment = await openSegment(tenant, id)
        refuseAll(problemsOfUnits({ accepted, rejected }, place.type).filter(({ code }) => code !== 'OUTPUT_NOT_POSITIVE'))
        if (segment.confirmedTotal > 0 || segment.isClosed) throw new Refusal({ code: 'SEGMENT_CONFIRMED', params: { id } })
        const now = deps.now()
        const shift = await findLastShift(tenant, place.id, now)
        if (!mayModifyOutput(member) && shift !== null && segment.start < shift.start)
          throw new Refusal({ code: 'PAST_PERIOD', params: { id, earliest: shift.start } })
        if (counted === null && segment.end === null) throw new Refusal({ code: 'SEGMENT_STILL_COUNTING', field: 'seen', params: { id } })
        await requireFolded(tenant, segment)
        if (counted !== null) {
          const { length } = await listCorrections(tenant, [id])
          if (length !== counted.corrections) throw new Refusal({ code: 'CONFLICT', field: 'seen', params: { id, version: length } })
        }
        const by = sayerOf(member)
        const base = counted ?? segment
        const delta = { accepted: rounded(accepted - base.accepted), rejected: rounded(rejected - base.rejected) }
        if (delta.accepted === 0 && delta.rejected === 0) return [id]
        await insertCorrection(tenant, segment, delta, { ...by, comment: words })
        await markForRecalculation(
          tenant,
          [{ workCenterId: place.id, from: segment.start, to: segment.end, cause: 'OUTPUT_CORRECTION' }],
          by.userId,
        )
        return [id]
      }),
    repetitionOf(deps, member, request),
  )
  return await readAgain(deps, member, seen)
}

function problemsOfSeen({ accepted, rejected, corrections }: SeenCount): Problem[] {
  const isCount = (value: number) => value >= 0 && value <= MOST_UNITS
  return [
    ...(isCount(accepted) ? [] : [outOfRange('seen.acceptedOutput', accepted)]),
    ...(isCount(rejected) ? [] : [outOfRange('seen.rejectedOutput', rejected)]),
    ...(isCount(corrections) ? [] : [outOfRange('seen.corrections', corrections)]),
  ]
}

function outOfRange(field: string, value: number): Problem {
  return { code: 'VALUE_OUT_OF_RANGE', field, params: { value, min: 0, max: MOST_UNITS } }
}

/** Waits for what came in late of the segment: its count is about to change. */
async function requireFolded(tenant: Tenant, { workCenterId, start, end }: ListedSegment): Promise<void> {
  const marks = await listMarks(tenant, [workCenterId])
  if (marks.some(({ from, to }) => (to ?? Infinity) > start && from < (end ?? Infinity))) throw new StillRecalculating()
}

function rounded(units: number): number {
  return Math.round(units * 1000) / 1000
}

/** Which orders made the output of a segment. */
export type Assignment = { readonly id: number; readonly jobOrderIds: readonly JobOrderId[]; readonly isReplacing: boolean }

/**
 * Returns the segment with the orders in progress in it (domain.md O-14): each is worked on for its whole range, beside the others or in their place. A
 * planned order is on hold from then on. Refuses a segment that still counts, a confirmed shift, one that begins before acts are dated back (J-3), an order
 * that was worked on elsewhere then, one that cannot be worked on or is counted in another unit, more orders at once than the work center may have (J-4), and
 * live confirmations of orders that give way.
 */
export async function assignOrders(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { id, jobOrderIds, isReplacing }: Assignment,
  request: KeyedRequest | null,
): Promise<ListedSegment> {
  const seen = await seenSegment(deps, member, visible, id)
  const assigned = (tenant: Tenant) =>
    onceOf(tenant, member, request, async () => {
      await lockPlace(tenant, member, seen.workCenterId, null)
      const segment = await openSegment(tenant, id)
      const { end } = segment
      if (end === null) throw new Refusal({ code: 'SEGMENT_STILL_COUNTING', params: { id } })
      refuseAll(await problemsOfTime(tenant, deps, member, segment))
      const others = await listRunsWithin(tenant, segment.workCenterId, { start: segment.start, end })
      await lockOrders(tenant, [...new Set([...jobOrderIds, ...others.map(({ jobOrderId }) => jobOrderId)])])
      if (isReplacing && segment.confirmedTotal > 0) throw new Refusal({ code: 'SEGMENT_CONFIRMED', params: { id } })
      const range = { workCenterId: segment.workCenterId, start: segment.start, end, unit: segment.unit }
      if (jobOrderIds.length > 0) await requireRoomWithin(tenant, range, isReplacing ? [] : others, jobOrderIds)
      // All of it is taken back together.
      const act = randomUUID()
      if (isReplacing)
        await giveWay(tenant, deps, member, {
          runs: others.filter((run) => !jobOrderIds.includes(run.jobOrderId)),
          range,
          jobOrderIds,
          act,
        })
      const orders = await listJobOrders(tenant, jobOrderIds)
      for (const orderId of jobOrderIds)
        await assign(tenant, deps, member, orders.find((one) => one.id === orderId) ?? null, { orderId, range, act })
      const { userId } = sayerOf(member)
      await markForRecalculation(
        tenant,
        [{ workCenterId: segment.workCenterId, from: segment.start, to: null, cause: 'JOB_ORDER' }],
        userId,
      )
      await notifyOrders(tenant, [segment.workCenterId])
      return [id]
    })
  await namingFaster(deps.database, member, () => settled(deps, member, seen.workCenterId, assigned, repetitionOf(deps, member, request)))
  return await readAgain(deps, member, seen)
}

type Range = {
  readonly workCenterId: WorkCenterId
  readonly start: number
  readonly end: number
  /** In which it was counted; null = not known. */
  readonly unit: string | null
}

/** Whoever may not manage orders says who made what no earlier than they may say that it was started (domain.md J-3). */
async function problemsOfTime(tenant: Tenant, deps: OrderDeps, member: OrderMember, segment: ListedSegment): Promise<readonly Problem[]> {
  const now = deps.now()
  const lastShift = await findLastShift(tenant, segment.workCenterId, now)
  const early = problemOfActTime({ at: segment.start, now, mayModify: rightsOf(member).mayModify, lastShift })
  return early === null ? [] : [{ ...early, field: 'outputIIoTId' }]
}

/** Refuses more orders at once in the range than the work center may have. */
async function requireRoomWithin(
  tenant: Tenant,
  { workCenterId }: Range,
  others: Awaited<ReturnType<typeof listRunsWithin>>,
  jobOrderIds: readonly JobOrderId[],
): Promise<void> {
  const staying = others.filter((run) => !jobOrderIds.includes(run.jobOrderId))
  const atOnce = staying.map(({ start }) => staying.filter((run) => run.start <= start && (run.end ?? Infinity) > start))
  const most = atOnce.toSorted((one, other) => other.length - one.length)[0] ?? []
  // As if all but one were there when that one begins.
  const beside = jobOrderIds.slice(1).map((jobOrderId) => ({ jobOrderId }))
  await requireRoom(tenant, workCenterId, [...most, ...beside])
}

const ASSIGNABLE: ReadonlySet<string> = new Set(['ON_HOLD', 'PLANNED', 'PROGRESS', 'TECHNICALLY_COMPLETED'])

async function assign(
  tenant: Tenant,
  deps: OrderDeps,
  member: OrderMember,
  order: JobOrder | null,
  { orderId, range, act }: { readonly orderId: JobOrderId; readonly range: Range; readonly act: string },
): Promise<void> {
  if (order === null || order.workCenterId !== range.workCenterId) throw orderNotFound(orderId)
  const refusal = {
    code: 'INVALID_JOB_ORDER_TRANSITION',
    field: 'jobOrderIds',
    params: { action: 'ASSIGN', status: order.status },
  } as const
  if (!ASSIGNABLE.has(order.status)) refuseAll(await explainedProblems(tenant, order, [refusal]))
  const own = (await listRunsOf(tenant, [order.id])).filter((run) => run.start < range.end && (run.end ?? Infinity) > range.start)
  const isThere = own.some(
    (run) => run.workCenterId === range.workCenterId && run.start <= range.start && (run.end ?? Infinity) >= range.end,
  )
  if (isThere) return
  if (order.status === 'TECHNICALLY_COMPLETED' && !rightsOf(member).mayModify) refuseAll(await explainedProblems(tenant, order, [refusal]))
  const [item] = order.itemId === null ? [] : await listItems(tenant, [order.itemId])
  if (item !== undefined && range.unit !== null && item.unit !== range.unit)
    throw new Refusal({ code: 'UNIT_MISMATCH', field: 'jobOrderIds', params: { unit: item.unit, expected: range.unit } })
  if (own.length > 0) throw new Refusal({ code: 'RUN_OVERLAP', field: 'jobOrderIds', params: { orderCode: order.orderCode } })
  const by = sayerOf(member)
  const at = new Date(deps.now())
  await insertRun(tenant, { ...range, jobOrderId: order.id }, by)
  const toStatus = order.status === 'PLANNED' ? 'ON_HOLD' : order.status
  const state = (await listStates(tenant, [order.id])).get(order.id)
  // Also where the status stays: what was done before can be taken back no more, over a run that was added since.
  const version = state === undefined ? null : await writeState(tenant, order.id, { ...state, status: toStatus }, { ...by, at })
  const { workCenterId, start, end } = range
  const runs = [{ jobOrderId: order.id, workCenterId, start, before: null }]
  const event = {
    jobOrderId: order.id,
    act,
    kind: 'ASSIGNED',
    fromStatus: order.status,
    toStatus,
    at: range.start,
    source: member.source ?? 'SCREEN',
    comment: null,
    details: { start, end },
    undo: state === undefined || version === null ? null : { state, version, runs, until: end },
  } as const
  await insertOrderEvents(tenant, [event], { ...by, at })
}

/** Takes the range out of the runs, records in their orders' history which order got it, and raises their versions: earlier actions can no longer be undone. */
async function giveWay(
  tenant: Tenant,
  deps: OrderDeps,
  member: OrderMember,
  {
    runs,
    range,
    jobOrderIds,
    act,
  }: {
    readonly runs: Awaited<ReturnType<typeof listRunsWithin>>
    readonly range: Range
    readonly jobOrderIds: readonly JobOrderId[]
    readonly act: string
  },
): Promise<void> {
  for (const run of runs) await cutRun(tenant, run, range)
  const given = (await listJobOrders(tenant, jobOrderIds)).map(({ orderCode }) => orderCode).join(', ')
  const by = { ...sayerOf(member), at: new Date(deps.now()) }
  for (const [jobOrderId, state] of await listStates(tenant, [...new Set(runs.map((run) => run.jobOrderId))])) {
    const cut = runs.filter((run) => run.jobOrderId === jobOrderId)
    const version = await writeState(tenant, jobOrderId, state, by)
    const event = {
      jobOrderId,
      act,
      kind: 'ASSIGNED',
      fromStatus: state.status,
      toStatus: state.status,
      at: range.start,
      source: member.source ?? 'SCREEN',
      comment: null,
      details: { givenTo: given, start: range.start, end: range.end },
      undo: { state, version, runs: cut.flatMap((run) => changesOfCut(run, range)), until: range.end },
    } as const
    await insertOrderEvents(tenant, [event], by)
  }
}

/** What cutRun changed, as it is taken back: the run as it was, and no part behind the range. */
function changesOfCut(run: Awaited<ReturnType<typeof listRunsWithin>>[number], { end }: Range): readonly RunChange[] {
  const { jobOrderId, workCenterId, start } = run
  const isLeftBehind = run.end === null || run.end > end
  return [
    { jobOrderId, workCenterId, start, before: run },
    ...(isLeftBehind ? [{ jobOrderId, workCenterId, start: end, before: null }] : []),
  ]
}

/** Takes the range out of the run: nothing, a part or two parts of it are left. */
async function cutRun(tenant: Tenant, run: Awaited<ReturnType<typeof listRunsWithin>>[number], { start, end }: Range): Promise<void> {
  await removeRun(tenant, run)
  const by = { userId: run.startedBy, viaStation: run.startedVia }
  if (run.start < start) await insertRun(tenant, { ...run, end: start }, by)
  if (run.end === null || run.end > end) await insertRun(tenant, { ...run, start: end }, by)
}

/** Returns the segment under the lock of its work center, unless its shift is confirmed. */
async function openSegment(tenant: Tenant, id: number): Promise<ListedSegment> {
  const [segment] = await listedSegments(tenant, [id])
  if (segment === undefined) throw segmentNotFound(id)
  const { workCenterId, start, end } = segment
  await requireUnconfirmed(tenant, { workCenterId, start, end: end ?? start + 1 }, { params: { id } })
  return segment
}

async function seenSegment(
  { database }: OrderDeps,
  { companyId }: OrderMember,
  visible: VisiblePlaces,
  id: number,
): Promise<ListedSegment> {
  const [segment] = await database.inTenant(companyId, (tenant) => listedSegments(tenant, [id]))
  if (segment === undefined || !isPlaceVisible(visible, segment.workCenterId)) throw segmentNotFound(id)
  return segment
}

/** Cut anew, it may have another id; where it began it still begins. */
async function readAgain({ database }: OrderDeps, { companyId }: OrderMember, seen: ListedSegment): Promise<ListedSegment> {
  const [again] = await database.inTenant(companyId, (tenant) => listedSegments(tenant, [seen.id]))
  return again ?? seen
}

function segmentNotFound(id: number): Refusal {
  return new Refusal({ code: 'OUTPUT_SEGMENT_NOT_FOUND', params: { id } })
}
