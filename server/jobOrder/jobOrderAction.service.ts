import { randomUUID } from 'node:crypto'
import { outcomeOfAction } from '#engine/jobOrder/orderActions.ts'
import type { JobOrderAction } from '#engine/jobOrder/orderActions.ts'
import { isWithinQuota } from '#engine/jobOrder/orderQueue.ts'
import { problemOfActTime, problemOfTapTime } from '#engine/jobOrder/runTimes.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { requireUnconfirmed } from '#server/recalculation/confirmedShift.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { refusingTwins } from '#server/db/uniqueViolation.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireActor, sayerOf } from '#server/user/acting.ts'
import { findWorkCenters, lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { explainedProblems, namingFaster } from './explainedProblems.ts'
import { listJobOrders } from './jobOrder.store.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { listQueue, lockOrders } from './jobOrderEdit.store.ts'
import { insertOrderEvents } from './jobOrderEvent.store.ts'
import type { JobOrderEventKind, JobOrderEventSource, RunChange } from './jobOrderEvent.store.ts'
import { findLastShift } from './jobOrderFacts.store.ts'
import { listOpenRuns, listRunsOf } from './jobRun.store.ts'
import type { StoredRun } from './jobRun.store.ts'
import { ORDER_INDEXES, rightsOf } from './orderDeps.ts'
import type { OrderDeps, OrderMember, VisiblePlaces } from './orderDeps.ts'
import { begin, endOpenRuns, requireRoom, stoppedStatus } from './runChanges.ts'
import type { Gathered } from './runChanges.ts'
import { changeStatus, factsOf } from './statusChange.ts'
import { raiseTargets, reloadTargets } from './targetSetup.ts'
import { notifyOrders, visibleOrder } from './visibleOrder.ts'

/** What becomes of the orders that are worked on when another starts (domain.md J-4). */
export const RUNNING_CHOICES = ['CLOSE', 'KEEP', 'STOP'] as const
export type RunningChoice = (typeof RUNNING_CHOICES)[number]

/** What a person does with an order. */
export type OrderAct = {
  readonly id: JobOrderId
  readonly action: 'CANCEL' | 'CLOSE' | 'PLAN' | 'RESTORE' | 'START' | 'STOP'
  /** Since when it holds (ms UTC); null = since it was said. */
  readonly at: number | null
  /** When it was said on a device that had no connection; left out or null = now. */
  readonly occurredAt?: number | null
  readonly comment: string | null
  /** The version that was seen; left out = whatever it is now, for states are judged as they are. */
  readonly version?: number | null
  readonly source: JobOrderEventSource
  /** Of a start: what becomes of the others, of all or of those named. */
  readonly running?: { readonly choice: RunningChoice; readonly ids: readonly JobOrderId[] | null }
}

const MAX_COMMENT = 2000
const KINDS: Readonly<Record<OrderAct['action'], JobOrderEventKind>> = {
  CANCEL: 'CANCELLED',
  CLOSE: 'CLOSED',
  PLAN: 'PLANNED',
  RESTORE: 'RESTORED',
  START: 'STARTED',
  STOP: 'STOPPED',
}

/**
 * Returns the order after the act (domain.md J-1 to J-4). Start and the end of others are one transaction with one instant, so neither a gap nor an
 * overlap arises. Refuses what outcomeOfAction says, an instant that is too early, to come or in a confirmed shift, and more parallel orders than the
 * work center may have. Figures from the instant on are recalculated before it answers.
 */
export async function actOnOrder(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  asked: OrderAct,
  request: KeyedRequest | null,
): Promise<JobOrder> {
  await settlePlace(deps, member, asked)
  const work = async (tenant: Tenant) => {
    let marked = false
    const act = async () => {
      marked = await doAct(tenant, deps, member, visible, asked)
      return Number(asked.id)
    }
    await once(tenant, member.userId, request, { act, read: Number })
    const order = await visibleOrder(tenant, visible, asked.id)
    // Drafts and cancelled orders are no part of a target: only these acts lead in or out.
    const isPlanChanged = asked.action === 'PLAN' || asked.action === 'CANCEL' || asked.action === 'RESTORE'
    return { order, isMarked: marked, targets: isPlanChanged ? await raiseTargets(tenant, [order]) : [] }
  }
  const { order, isMarked, targets } = await namingFaster(deps.database, member, () =>
    refusingTwins(ORDER_INDEXES, () => deps.database.inTenant(member.companyId, work, { keepsPlans: true })),
  )
  await reloadTargets(deps, member.companyId, targets)
  if (isMarked && order.workCenterId !== null)
    await deps.ingest.reload({ companyId: member.companyId, workCenterId: order.workCenterId }, { wait: true })
  return order
}

/** What a device counted decides whether an order may be cancelled, and what closing makes of it: it is written first. */
async function settlePlace(deps: OrderDeps, { companyId }: OrderMember, { id, action }: OrderAct): Promise<void> {
  if (action !== 'CANCEL' && action !== 'CLOSE' && action !== 'START') return
  const [order] = await deps.database.inTenant(companyId, (tenant) => listJobOrders(tenant, [id]))
  if (order?.workCenterId != null) await deps.ingest.settle(companyId, [order.workCenterId], deps.now())
}

/** Returns whether figures follow from the act. */
async function doAct(tenant: Tenant, deps: OrderDeps, member: OrderMember, visible: VisiblePlaces, asked: OrderAct): Promise<boolean> {
  const comment = checkedComment(asked.comment)
  const seen = await visibleOrder(tenant, visible, asked.id)
  const place = seen.workCenterId
  if (place !== null) await lockWorkCenters(tenant, [place])
  const others = asked.action === 'START' && place !== null ? await listOpenRuns(tenant, place) : []
  await lockOrders(tenant, [...new Set([asked.id, ...others.map(({ jobOrderId }) => jobOrderId)])])
  const order = await visibleOrder(tenant, visible, asked.id)
  // Moved to another work center between the two looks: its own lock is needed, so the act is asked again.
  if (order.workCenterId !== place) throw new Refusal({ code: 'CONFLICT', params: { version: order.version } })
  await requireActor(tenant, member, place === null ? [] : [place])
  const facts = await factsOf(tenant, asked.id)
  const rights = rightsOf(member)
  const { status, problems } = outcomeOfAction(asked.action, facts, rights, { comment })
  refuseAll(await explainedProblems(tenant, order, problems))
  if (asked.version != null && asked.version !== order.version) throw new Refusal({ code: 'CONFLICT', params: { version: order.version } })
  if (rights.isOperator && asked.action === 'START') await requireWithinQuota(tenant, order)
  if (status === null || status === order.status) return false

  const now = deps.now()
  const saidAt = Math.min(asked.occurredAt ?? now, now)
  const at = Math.min(asked.at ?? saidAt, now)
  const gathered: Gathered = {
    from: at,
    tenant,
    by: { ...sayerOf(member), at: new Date(now) },
    act: randomUUID(),
    at,
    source: asked.source,
    comment: comment === null ? null : { id: asked.id, text: comment },
    details: {},
    events: [],
  }
  const isRunChanged = asked.action === 'START' || order.status === 'PROGRESS'
  if (isRunChanged && place !== null) {
    const problem = await problemOfTime(tenant, { asked, place, saidAt, now, mayModify: rights.mayModify })
    if (problem !== null) throw new Refusal(problem)
    if (at < now) await requireUnconfirmed(tenant, { workCenterId: place, start: at, end: now }, { field: 'at' })
  }
  const runs: RunChange[] = []
  let reached = status
  if (asked.action === 'START' && place !== null) {
    await endOthers(gathered, { place, asked, open: others }, rights)
    runs.push(await begin(gathered, order, place))
  } else if (order.status === 'PROGRESS') {
    runs.push(...(await endOpenRuns(gathered, await listRunsOf(tenant, [order.id]))))
    if (asked.action === 'STOP') reached = await stoppedStatus(tenant, order.id, status)
  }
  await changeStatus(gathered, facts, reached, { kind: KINDS[asked.action], runs })
  await insertOrderEvents(tenant, gathered.events, gathered.by)
  if (asked.action === 'CANCEL') await auditCancelled(tenant, gathered, order, comment)
  await notifyOrders(tenant, [place])
  if (!isRunChanged || place === null) return false
  await markForRecalculation(tenant, [{ workCenterId: place, from: gathered.from, to: null, cause: 'JOB_ORDER' }], member.userId)
  return true
}

/** Who cancelled an order is looked for in the log of the company too. */
async function auditCancelled(
  tenant: Tenant,
  { by }: Pick<Gathered, 'by'>,
  { id, orderCode, status, workCenterId }: JobOrder,
  comment: string | null,
): Promise<void> {
  const entry = { userId: by.userId, at: by.at, action: 'CANCEL_JOB_ORDER', subject: `job order ${orderCode}` } as const
  await writeAudit(tenant, {
    ...entry,
    details: {
      jobOrderId: id,
      before: { status },
      after: { status: 'CANCELLED' },
      ...(comment !== null && { comment }),
      ...(workCenterId !== null && { workCenterId }),
    },
  })
}

type AskedTime = {
  readonly asked: OrderAct
  readonly place: WorkCenterId
  readonly saidAt: number
  readonly now: number
  readonly mayModify: boolean
}

/** A time that somebody typed is bounded by when they typed it; the time of a tap that was kept has its own bounds (domain.md J-41). */
async function problemOfTime(tenant: Tenant, { asked, place, saidAt, now, mayModify }: AskedTime) {
  const tapped = asked.occurredAt == null ? null : problemOfTapTime({ tappedAt: asked.occurredAt, now })
  if (tapped !== null || (asked.at === null && asked.occurredAt != null)) return tapped
  const lastShift = await findLastShift(tenant, place, saidAt)
  return problemOfActTime({ at: asked.at ?? now, now: saidAt, mayModify, lastShift })
}

/** Operators start the first so many planned orders of the work center (domain.md J-7). */
async function requireWithinQuota(tenant: Tenant, order: JobOrder): Promise<void> {
  if (order.status !== 'PLANNED' || order.workCenterId === null) return
  const [place] = await findWorkCenters(tenant, [order.workCenterId])
  const quota = place?.operatorAccessQuota ?? null
  const planned = (await listQueue(tenant, order.workCenterId)).filter(({ status }) => status === 'PLANNED')
  const plannedBefore = planned.findIndex(({ id }) => id === order.id)
  if (!isWithinQuota(order, { plannedBefore, quota })) throw new Refusal({ code: 'JOB_ORDER_OUTSIDE_QUOTA', params: { quota: quota ?? 0 } })
}

/** An order that ended meanwhile is as the person wanted it and no conflict; one that was never of the work center is none of its own. */
async function requireOfPlace(tenant: Tenant, place: WorkCenterId, ended: readonly JobOrderId[]): Promise<void> {
  if (ended.length === 0) return
  const planned = (await listJobOrders(tenant, ended)).filter(({ workCenterId }) => workCenterId === place).map(({ id }) => id)
  const worked = (await listRunsOf(tenant, ended)).filter(({ workCenterId }) => workCenterId === place).map((run) => run.jobOrderId)
  const unknown = ended.find((id) => !planned.includes(id) && !worked.includes(id))
  if (unknown !== undefined) throw new Refusal({ code: 'JOB_ORDER_NOT_FOUND', field: 'runningIds', params: { id: unknown } })
}

/** Stops or closes those that are worked on, as the person chose; more than the work center may have at once are refused. */
async function endOthers(
  gathered: Gathered,
  { place, asked, open }: { readonly place: WorkCenterId; readonly asked: OrderAct; readonly open: readonly StoredRun[] },
  rights: ReturnType<typeof rightsOf>,
): Promise<void> {
  const { tenant } = gathered
  const { choice, ids } = asked.running ?? { choice: 'KEEP', ids: null }
  const running = open.filter(({ jobOrderId }) => jobOrderId !== asked.id)
  await requireOfPlace(tenant, place, ids?.filter((id) => !running.some(({ jobOrderId }) => jobOrderId === id)) ?? [])
  const ended = choice === 'KEEP' ? [] : running.filter(({ jobOrderId }) => ids === null || ids.includes(jobOrderId))
  await requireRoom(
    tenant,
    place,
    running.filter((run) => !ended.includes(run)),
  )
  for (const run of ended) {
    const facts = await factsOf(tenant, run.jobOrderId)
    const action: JobOrderAction = choice === 'CLOSE' ? 'CLOSE' : 'STOP'
    const { status, problems } = outcomeOfAction(action, facts, rights)
    refuseAll(problems)
    if (status === null) continue
    const runs = await endOpenRuns(gathered, [run])
    const reached = action === 'STOP' ? await stoppedStatus(tenant, run.jobOrderId, status) : status
    await changeStatus(gathered, facts, reached, { kind: action === 'CLOSE' ? 'CLOSED' : 'STOPPED', runs })
  }
}

function checkedComment(comment: string | null): string | null {
  const text = comment?.trim() ?? ''
  if (text.length > MAX_COMMENT) throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'comment', params: { min: 0, max: MAX_COMMENT } })
  return text === '' ? null : text
}

/** Returns the ids branded, each once. */
export function orderIds(ids: readonly number[]): readonly JobOrderId[] {
  return [...new Set(ids)].map((id) => asId<JobOrderId>(id))
}
