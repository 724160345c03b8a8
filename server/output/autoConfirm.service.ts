import { randomUUID } from 'node:crypto'
import { closedStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import { automaticPosting } from '#engine/output/automaticPosting.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { lockOrders } from '#server/jobOrder/jobOrderEdit.store.ts'
import { insertOrderEvents } from '#server/jobOrder/jobOrderEvent.store.ts'
import type { OrderDeps } from '#server/jobOrder/orderDeps.ts'
import type { Gathered } from '#server/jobOrder/runChanges.ts'
import { changeStatus, factsOf } from '#server/jobOrder/statusChange.ts'
import { notifyOrders } from '#server/jobOrder/visibleOrder.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Logger } from '#server/log.ts'
import { Refusal } from '#server/refusal.ts'
import { lockWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { lockActive } from '#server/workCenter/workCenter.service.ts'
import { forgetTried, listConfirmedByProduct, listWaitingOutput, noteTried, UNEXPECTED } from './autoConfirm.store.ts'
import type { ClosedOrder, WaitingOutput } from './autoConfirm.store.ts'
import { orderAt, settled } from './posting.service.ts'
import { postAct } from './postAct.ts'
import type { ActPlace } from './postAct.ts'
import { NO_MATERIALS } from './postedMaterials.ts'
import { listPostingSegments } from './postingSegment.store.ts'

type AutoDeps = Pick<OrderDeps, 'database' | 'ingest' | 'now'>

const EVERY_MS = MINUTE_MS
/** So long after the end of a shift its last counts have arrived, where devices are not cut off. */
const GRACE_MS = 5 * MINUTE_MS
/** What was closed or ended before was looked at while it was new, unless the server was off for longer. */
const LOOK_BACK_MS = 14 * DAY_MS
/** Longer than it looks back: what was tried is known as long as it is looked at. */
const KEPT_MS = 30 * DAY_MS
const MOST_AT_ONCE = 500
const NOBODY = { userId: null, viaStation: null }

/** Has counted output confirmed each minute where work centers are set so (domain.md O-19). */
export function confirmRegularly(jobs: Pick<Jobs, 'every'>, deps: OrderDeps & { readonly log: Logger }): void {
  jobs.every('AUTO_CONFIRM', { next: (at) => at + EVERY_MS, isAtStart: true }, async ({ signal }) => {
    const begunAt = deps.now()
    while (!signal.aborted && (await confirmCounted(deps, begunAt)) >= MOST_AT_ONCE);
  })
}

/**
 * Confirms, for all companies, what was counted of closed orders or in shifts that are over, by the rules of any confirmation: what they refuse waits for
 * people, with the reason kept. What fails for another reason is looked at again if it was tried before `triedBefore`, and stops nothing else. Closed orders of which nothing is left
 * unconfirmed are completed. Done again it changes nothing. Returns of how much it kept what became of it.
 */
export async function confirmCounted(deps: AutoDeps & { readonly log?: Logger }, triedBefore = deps.now()): Promise<number> {
  const now = deps.now()
  const since = now - LOOK_BACK_MS
  const range = { since, shiftsEndedBy: now - GRACE_MS, triedBefore, limit: MOST_AT_ONCE }
  const waiting = await deps.database.inSystem((tx) => listWaitingOutput(tx, range))
  for (const one of waiting) await confirmOne(deps, one)
  for (const order of await deps.database.inSystem((tx) => listConfirmedByProduct(tx, since, MOST_AT_ONCE))) {
    const { companyId, id } = order
    await complete(deps, order).catch((err: unknown) => deps.log?.error({ companyId, id, err }, 'a closed order was not completed'))
  }
  await deps.database.inSystem((tx) => forgetTried(tx, now - KEPT_MS))
  return waiting.length
}

async function confirmOne(deps: AutoDeps & { readonly log?: Logger }, waiting: WaitingOutput): Promise<void> {
  const { companyId, workCenterId, segmentId } = waiting
  try {
    await settled(deps, { companyId }, workCenterId, (tenant) => postWaiting(tenant, deps.now(), waiting))
  } catch (error) {
    const code = error instanceof Refusal ? error.code : UNEXPECTED
    if (code === UNEXPECTED) deps.log?.error({ companyId, workCenterId, segmentId, err: error }, 'counted output was not confirmed')
    else deps.log?.debug({ companyId, workCenterId, segmentId, code }, 'counted output is left for now')
    await deps.database.inTenant(companyId, (tenant) => noteTried(tenant, waiting, { problem: code, at: deps.now() }))
  }
}

async function postWaiting(tenant: Tenant, now: number, waiting: WaitingOutput): Promise<{ readonly isRepeated: boolean }> {
  const { workCenterId, jobOrderId, segmentId } = waiting
  const place = await lockActive(tenant, workCenterId)
  if (place.autoConfirm === 'OFF') return { isRepeated: true }
  if (jobOrderId !== null) await lockOrders(tenant, [jobOrderId])
  const order = jobOrderId === null ? null : await orderAt(tenant, jobOrderId, workCenterId)
  const [segment] = await listPostingSegments(tenant, { workCenterId, jobOrderId, ids: [segmentId], since: 0 })
  // Recut meanwhile: what became of it is looked at as it is then.
  if (segment === undefined) throw new Refusal({ code: 'SHIFT_RECALCULATING' })
  const posting = automaticPosting(segment)
  const problem = posting !== null && 'problem' in posting ? posting.problem : null
  await noteTried(tenant, { ...waiting, counted: segment.registered.total }, { problem, at: now })
  if (posting === null || 'problem' in posting) return { isRepeated: true }
  const batch = (type: 'ACCEPTED' | 'REJECTED', units: number) =>
    units > 0 ? [{ type, units, batchCode: null, containerCode: null, batchTime: null }] : []
  const given: ActPlace = {
    place,
    order,
    at: now,
    now,
    by: NOBODY,
    mayManage: false,
    corrects: null,
    kind: 'CONFIRMED',
    details: { isAutomatic: true },
  }
  const act = {
    workCenterId,
    jobOrderId,
    batches: [...batch('ACCEPTED', posting.accepted), ...batch('REJECTED', posting.rejected)],
    reasons: [],
    segmentIds: [segmentId],
    cutsOpen: false,
    isClosing: false,
    comment: null,
    isAutomatic: true,
    materials: { ...NO_MATERIALS, takesRequired: true },
    source: 'SYSTEM' as const,
  }
  await postAct(tenant, act, given)
  await notifyOrders(tenant, [workCenterId])
  return { isRepeated: false }
}

/** A person closed it while output was unconfirmed; with that confirmed it is what they wanted (domain.md G-20). */
async function complete(deps: AutoDeps, { companyId, workCenterId, id }: ClosedOrder): Promise<void> {
  await deps.database.inTenant(companyId, async (tenant) => {
    await lockWorkCenters(tenant, [workCenterId])
    await lockOrders(tenant, [id])
    const facts = await factsOf(tenant, id)
    if (facts.status !== 'TECHNICALLY_COMPLETED' || facts.planOutput === null) return
    const status = closedStatus(facts.planOutput, facts.acceptedOutput, facts.hasUnconfirmed)
    if (status !== 'COMPLETED') return
    const at = deps.now()
    const gathered: Gathered = {
      tenant,
      by: { ...NOBODY, at: new Date(at) },
      act: randomUUID(),
      at,
      from: at,
      source: 'SYSTEM',
      comment: null,
      details: { isAutomatic: true },
      events: [],
    }
    await changeStatus(gathered, facts, status, { kind: 'CLOSED', runs: [] })
    // Nobody's act: it is not taken back by a tap.
    await insertOrderEvents(
      tenant,
      gathered.events.map((event) => ({ ...event, undo: null })),
      gathered.by,
    )
    await notifyOrders(tenant, [workCenterId])
  })
}
