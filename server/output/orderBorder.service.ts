import { randomUUID } from 'node:crypto'
import { moveBorder } from '#engine/jobOrder/runBorder.ts'
import type { MovedRun } from '#engine/jobOrder/runBorder.ts'
import { madeOutput } from '#engine/jobOrder/orderOutput.ts'
import { problemOfActTime } from '#engine/jobOrder/runTimes.ts'
import { borderEffect, uponMade } from '#engine/output/borderEffect.ts'
import type { MovedOutput } from '#engine/output/borderEffect.ts'
import { kpisOf } from '#engine/oee/recordKpis.ts'
import type { ShiftInstance } from '#engine/shift/shiftSchedule.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import type { Tenant } from '#server/db/database.ts'
import { lockOrders, listStates, writeState } from '#server/jobOrder/jobOrderEdit.store.ts'
import { insertOrderEvents } from '#server/jobOrder/jobOrderEvent.store.ts'
import type { NewJobOrderEvent } from '#server/jobOrder/jobOrderEvent.store.ts'
import { findLastShift } from '#server/jobOrder/jobOrderFacts.store.ts'
import { listOrderOutput } from '#server/jobOrder/jobOrderOutput.store.ts'
import { listRunsOf } from '#server/jobOrder/jobRun.store.ts'
import type { StoredRun } from '#server/jobOrder/jobRun.store.ts'
import { rightsOf } from '#server/jobOrder/orderDeps.ts'
import type { OrderDeps, OrderMember, VisiblePlaces } from '#server/jobOrder/orderDeps.ts'
import { isPlaceVisible, notifyOrders, requireOrder } from '#server/jobOrder/visibleOrder.ts'
import { previewSetup } from '#server/recalculation/preview.service.ts'
import type { PreviewDeps, PreviewResult } from '#server/recalculation/preview.service.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { answeredBefore, once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireUnconfirmed } from '#server/recalculation/confirmedShift.ts'
import { sayerOf } from '#server/user/acting.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listRunsWithin } from './assignedRun.store.ts'
import { countBetween, moveRun } from './orderBorder.store.ts'
import type { Between } from './orderBorder.store.ts'
import { lockPlace, placeNotFound, settled } from './posting.service.ts'

/** A border of runs of a work center, and where it goes (ms UTC). */
export type AskedBorder = { readonly workCenterId: WorkCenterId; readonly borderAt: number; readonly newAt: number }

/** The OEE of a shift in percent before and after; null = there is none. */
export type ShiftChange = {
  readonly shift: Pick<ShiftInstance, 'end' | 'shiftDate' | 'shiftId' | 'start'>
  readonly before: number | null
  readonly after: number | null
}

/** What moving a border does. */
export type BorderMove = Between & {
  readonly runs: readonly MovedRun<StoredRun>[]
  readonly output: readonly MovedOutput[]
  readonly shifts: readonly ShiftChange[]
}

type Deps = OrderDeps & PreviewDeps

/**
 * Returns what moving the border would do (domain.md F-5): nothing is written. Refuses what the move refuses: a border that is not there, a way past another
 * one, a run of less than a second, an instant that is to come, too early or in a confirmed shift, and time in which an order was worked on elsewhere.
 */
export async function previewBorder(deps: Deps, member: OrderMember, visible: VisiblePlaces, asked: AskedBorder): Promise<BorderMove> {
  if (!isPlaceVisible(visible, asked.workCenterId)) throw placeNotFound(asked.workCenterId)
  const { companyId } = member
  await deps.ingest.settle(companyId, [asked.workCenterId], deps.now())
  const planned = await deps.database.inTenant(companyId, async (tenant) => {
    const [place] = await findWorkCenters(tenant, [asked.workCenterId])
    if (place === undefined) throw placeNotFound(asked.workCenterId)
    const runs = await movedRuns(tenant, deps, member, asked)
    const made = await listOrderOutput(
      tenant,
      runs.map(({ before }) => before.jobOrderId),
    )
    return { place, runs, made, between: await countBetween(tenant, asked.workCenterId, stretchOf(asked)) }
  })
  const { place, runs, made, between } = planned
  if (runs.length === 0) return { ...between, runs, output: [], shifts: [] }
  const { start, end } = stretchOf(asked)
  const change = (setup: WorkCenterSetup): WorkCenterSetup => ({
    ...setup,
    jobs: { ...setup.jobs, runs: runsAfter(setup.jobs.runs, runs) },
  })
  const { before, after } = await previewSetup(deps, companyId, asked.workCenterId, change, { start, end })
  const output = borderEffect(before.outputs, after.outputs, before.confirmations).map((part): MovedOutput => {
    const [id, ...others] = part.jobOrderIds
    const known = id === undefined || others.length > 0 ? undefined : made.get(id)
    return known === undefined ? part : { ...part, ...uponMade(part, madeOutput(known.alone, known.elsewhere)) }
  })
  return { ...between, runs, output, shifts: shiftChanges(before, after, place) }
}

/**
 * Returns what moving the border did, done once for its key: both runs end and begin at the new instant, the figures follow before it answers, and whoever did
 * it can take it back within a minute. Refuses what previewBorder refuses.
 */
export async function moveOrderBorder(
  deps: Deps,
  member: OrderMember,
  visible: VisiblePlaces,
  asked: AskedBorder,
  request: KeyedRequest | null,
): Promise<BorderMove> {
  if (!isPlaceVisible(visible, asked.workCenterId)) throw placeNotFound(asked.workCenterId)
  // What was moved is at its old place no more: a repetition has nothing to look at.
  const first =
    request === null
      ? null
      : await deps.database.inTenant(member.companyId, (tenant) => answeredBefore(tenant, member.userId, request, readMove))
  if (first !== null) return first.answer
  const effect = await previewBorder(deps, member, visible, asked)
  const { answer } = await settled(deps, member, asked.workCenterId, (tenant) =>
    once(tenant, member.userId, request, { act: async () => await move(tenant, deps, member, asked, effect), read: readMove }),
  )
  return answer
}

function readMove(stored: unknown): BorderMove {
  if (!isMove(stored)) throw new Error('what a border moved was not stored')
  return stored
}

/** What was stored is what was answered: its parts tell it from any other answer. */
function isMove(stored: unknown): stored is BorderMove {
  return typeof stored === 'object' && stored !== null && 'runs' in stored && 'output' in stored && 'shifts' in stored
}

async function move(tenant: Tenant, deps: Deps, member: OrderMember, asked: AskedBorder, effect: BorderMove): Promise<BorderMove> {
  const { place } = await lockPlace(tenant, member, asked.workCenterId, null)
  const looked = await movedRuns(tenant, deps, member, asked)
  const ids = [...new Set(looked.map(({ before }) => before.jobOrderId))]
  await lockOrders(tenant, ids)
  if (looked.length === 0) return effect
  // Runs of one order that touch must not overlap in between: what becomes shorter makes room first.
  for (const { before, after } of looked.toSorted((a, b) => growthOf(a) - growthOf(b))) await moveRun(tenant, before, after)
  const { start, end } = stretchOf(asked)
  const by = { ...sayerOf(member), at: new Date(deps.now()) }
  const states = await listStates(tenant, ids)
  const act = randomUUID()
  const events: NewJobOrderEvent[] = []
  for (const id of ids) {
    const state = states.get(id)
    if (state === undefined) continue
    const runs = looked
      .filter(({ before }) => before.jobOrderId === id)
      .map(({ before, after }) => ({ jobOrderId: id, workCenterId: place.id, start: after.start, before }))
    events.push({
      jobOrderId: id,
      act,
      kind: 'BORDER_MOVED',
      fromStatus: state.status,
      toStatus: state.status,
      at: start,
      source: member.source ?? 'SCREEN',
      comment: null,
      details: { borderAt: asked.borderAt, newAt: asked.newAt },
      undo: { state, version: await writeState(tenant, id, state, by), runs, until: end },
    })
  }
  await insertOrderEvents(tenant, events, by)
  await notifyOrders(tenant, [place.id])
  await markForRecalculation(tenant, [{ workCenterId: place.id, from: start, to: null, cause: 'JOB_ORDER' }], by.userId)
  return effect
}

/** Every rule about the move (domain.md F-5, J-3): the preview and the act ask this one. */
async function movedRuns(
  tenant: Tenant,
  deps: Pick<OrderDeps, 'now'>,
  member: OrderMember,
  asked: AskedBorder,
): Promise<readonly MovedRun<StoredRun>[]> {
  const { workCenterId, borderAt, newAt } = asked
  const now = deps.now()
  const { start, end } = stretchOf(asked)
  const lastShift = await findLastShift(tenant, workCenterId, now)
  const { mayModify } = rightsOf(member)
  // What lies between changes too: neither end may be further back.
  for (const at of [newAt, start]) {
    const early = problemOfActTime({ at, now, mayModify, lastShift })
    if (early !== null) throw new Refusal({ ...early, field: 'newAt' })
  }
  // Those that only touch the stretch are moved too.
  const runs = await listRunsWithin(tenant, workCenterId, { start: start - 1, end: end + 1 })
  const { moved, problem } = moveBorder(runs, { borderAt, newAt, now })
  if (problem !== null) throw new Refusal(await namingOrder(tenant, problem))
  await requireUnconfirmed(tenant, { workCenterId, start, end }, { field: 'newAt' })
  const all = await listRunsOf(
    tenant,
    moved.map(({ before }) => before.jobOrderId),
  )
  for (const { before, after } of moved) {
    const isMoved = (run: StoredRun) => moved.some((one) => isSame(one.before, run))
    const meets = (run: StoredRun) => run.start < (after.end ?? Infinity) && (run.end ?? Infinity) > after.start
    if (all.some((run) => run.jobOrderId === before.jobOrderId && !isMoved(run) && meets(run))) {
      const { orderCode } = await requireOrder(tenant, before.jobOrderId)
      throw new Refusal({ code: 'RUN_OVERLAP', field: 'newAt', params: { orderCode } })
    }
  }
  return moved
}

/** Returns the problem with the code of the order of whose work too little would be left. */
async function namingOrder(tenant: Tenant, problem: Problem): Promise<Problem> {
  const { jobOrderId, ...params } = problem.params ?? {}
  if (typeof jobOrderId !== 'number') return problem
  const { orderCode } = await requireOrder(tenant, asId<JobOrderId>(jobOrderId))
  return { ...problem, params: { ...params, orderCode } }
}

function stretchOf({ borderAt, newAt }: AskedBorder) {
  const [start, end] = [Math.min(borderAt, newAt), Math.max(borderAt, newAt)]
  return { start, end: Math.max(end, start + 1) }
}

function isSame(a: StoredRun, b: StoredRun): boolean {
  return a.jobOrderId === b.jobOrderId && a.workCenterId === b.workCenterId && a.start === b.start
}

/** Ms by which the run becomes longer; one that goes on ends at no other instant. */
function growthOf({ before, after }: MovedRun<StoredRun>): number {
  return before.start - after.start + ((after.end ?? 0) - (before.end ?? 0))
}

function runsAfter(runs: WorkCenterSetup['jobs']['runs'], moved: readonly MovedRun<StoredRun>[]): WorkCenterSetup['jobs']['runs'] {
  return runs
    .map((run) => {
      const found = moved.find(({ before }) => before.jobOrderId === run.jobOrderId && before.start === run.start)
      return found === undefined ? run : { ...run, start: found.after.start, end: found.after.end }
    })
    .toSorted((a, b) => a.start - b.start)
}

function shiftChanges(before: PreviewResult, after: PreviewResult, place: WorkCenter): readonly ShiftChange[] {
  return before.shifts
    .filter(({ isConfirmed }) => !isConfirmed)
    .flatMap(({ shift: { start, end, shiftId, shiftDate }, terms }): ShiftChange[] => {
      const changed = after.shifts.find(({ shift }) => shift.start === start)
      if (changed === undefined) return []
      return [{ shift: { start, end, shiftId, shiftDate }, before: kpisOf(terms, place).oee, after: kpisOf(changed.terms, place).oee }]
    })
}
