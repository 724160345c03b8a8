import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { problemOfTapTime } from '#engine/jobOrder/runTimes.ts'
import type { Tenant } from '#server/db/database.ts'
import { listJobOrders } from '#server/jobOrder/jobOrder.store.ts'
import type { JobOrder } from '#server/jobOrder/jobOrder.store.ts'
import { namingFaster } from '#server/jobOrder/explainedProblems.ts'
import { lockOrders } from '#server/jobOrder/jobOrderEdit.store.ts'
import { listRunsOf } from '#server/jobOrder/jobRun.store.ts'
import { orderNotFound } from '#server/jobOrder/orderDeps.ts'
import type { OrderDeps, OrderMember, VisiblePlaces } from '#server/jobOrder/orderDeps.ts'
import { isPlaceVisible, notifyOrders } from '#server/jobOrder/visibleOrder.ts'
import { Refusal } from '#server/refusal.ts'
import { answeredBefore, once, reused } from '#server/requestKey/once.ts'
import type { Keep, KeyedRequest } from '#server/requestKey/once.ts'
import { KeyUsed } from '#server/requestKey/requestKey.store.ts'
import { requireActor, sayerOf } from '#server/user/acting.ts'
import { lockActive } from '#server/workCenter/workCenter.service.ts'
import { mayModifyOutput } from './outputRights.ts'
import { cutFirst, StillRecalculating } from './actCut.ts'
import { inTurn, isTaken } from './placeTurns.ts'
import { beginAct, postAct } from './postAct.ts'
import type { ActPlace, BatchesOfType, OutputAct } from './postAct.ts'

/** The ids of what an act wrote, and whether it was written before under the same key. */
export type PostedAct = { readonly postingIds: readonly number[]; readonly isRepeated: boolean }

/** So often an act waits for figures that are being recalculated, one of them for those of its cut. */
const TRIES = 4

/**
 * Returns the postings of an act of confirming (domain.md O-1 to O-10), done once for its key. `at` is when it was said, at most a day ago
 * (domain.md J-41); null = now. `tappedAt` is when a person said it on the device that sent it, null = now. Refuses a work center that is not to be seen
 * or archived, and all that postAct refuses. Figures are recalculated before it answers; what was done before under the key answers at once, whoever holds the
 * work center.
 */
export async function confirmOutput(
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  {
    at: asked,
    tappedAt = null,
    batches,
    ...act
  }: Omit<OutputAct, 'batches'> & {
    readonly at: number | null
    readonly tappedAt?: number | null
    readonly batches: BatchesOfType | OutputAct['batches']
  },
  request: KeyedRequest | null,
): Promise<PostedAct> {
  if (!isPlaceVisible(visible, act.workCenterId)) throw placeNotFound(act.workCenterId)
  const posted = async (tenant: Tenant) => {
    const begin = lazily(() => {
      const placed = lockPlace(tenant, member, act.workCenterId, act.jobOrderId)
      return { placed, begun: beginAct(tenant, act, Math.min(asked ?? Infinity, deps.now())) }
    })
    const confirmed = async (keep: Keep<readonly number[]>) => {
      const { placed, begun } = begin()
      const { place, order } = await placed
      const now = deps.now()
      const at = Math.min(asked ?? now, now)
      const problem = problemOfTapTime({ tappedAt: asked ?? now, now })
      if (problem !== null) throw new Refusal(problem)
      const by = act.isAutomatic ? { userId: null, viaStation: null } : sayerOf(member)
      const given: ActPlace = {
        place,
        order,
        at,
        tappedAt: Math.min(tappedAt ?? now, now),
        now,
        by,
        mayManage: mayModifyOutput(member),
        corrects: null,
        kind: 'CONFIRMED',
        begun,
        alongside: (ids) => [notifyOrders(tenant, [place.id]), keep(ids)],
      }
      const postings = await postAct(tenant, { ...act, batches: typeof batches === 'function' ? batches(place.type) : batches }, given)
      return postings.map(({ id }) => id)
    }
    const answered = onceOf(tenant, member, request, confirmed, { sendsAhead: true })
    // Sent behind the claim of the key, with it: where that was used before, none of them is done.
    void begin().placed.catch(() => undefined)
    return await answered
  }
  return await namingFaster(deps.database, member, () =>
    settled(deps, member, act.workCenterId, posted, repetitionOf(deps, member, request)),
  )
}

/** Returns what gives what is made the first time that it is asked for. */
function lazily<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | null = null
  return () => (made ??= { value: make() }).value
}

/**
 * Returns the answer of the work once the records that it reads are up to date, and shows what follows from it before it answers. Where the work has to wait
 * for others at its work center, and where its key was used before, `repeated` looks for what was answered then.
 */
export async function settled<Answer extends { readonly isRepeated: boolean }>(
  deps: Pick<OrderDeps, 'database' | 'ingest' | 'now'>,
  { companyId }: Pick<OrderMember, 'companyId'>,
  workCenterId: WorkCenterId,
  work: (tenant: Tenant) => Promise<Answer>,
  repeated: () => Promise<Answer | null> = () => Promise.resolve(null),
): Promise<Answer> {
  const turn = `${companyId} ${workCenterId}`
  const waits = isTaken(turn)
  const known: { answer: Answer | null } = { answer: null }
  const done = inTurn(turn, async () => {
    if (known.answer !== null) return known.answer
    await deps.ingest.settle(companyId, [workCenterId], deps.now())
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await deps.database.inTenant(companyId, work, { keepsPlans: true })
        if (!answer.isRepeated) await deps.ingest.reload({ companyId, workCenterId }, { wait: true })
        return answer
      } catch (error) {
        if (error instanceof KeyUsed) {
          const first = await repeated()
          if (first === null) throw reused()
          return first
        }
        if (!(error instanceof StillRecalculating)) throw error
        if (attempt === TRIES) throw new Refusal({ code: 'SHIFT_RECALCULATING' })
        const { cut } = error
        if (cut !== null) await deps.database.inTenant(companyId, (tenant) => cutFirst(tenant, workCenterId, cut))
        await deps.ingest.reload({ companyId, workCenterId }, { wait: true })
      }
    }
  })
  if (!waits) return await done
  done.catch(() => undefined)
  // In its turn it says itself what is wrong.
  known.answer = await repeated().catch(() => null)
  return known.answer ?? (await done)
}

/** Returns what reads the answer of an act that was done before under its key; null = it was not. Refuses a key that was used for something else. */
export function repetitionOf(
  { database }: Pick<OrderDeps, 'database'>,
  { companyId, userId }: Pick<OrderMember, 'companyId' | 'userId'>,
  request: KeyedRequest | null,
): () => Promise<PostedAct | null> {
  if (request === null) return () => Promise.resolve(null)
  return async () => {
    const first = await database.inTenant(companyId, (tenant) => answeredBefore(tenant, userId, request, postingIdsOf))
    return first === null ? null : { postingIds: first.answer, isRepeated: true }
  }
}

function postingIdsOf(stored: unknown): readonly number[] {
  return Array.isArray(stored) ? stored.map(Number) : []
}

/** Returns the ids of the postings that the act wrote, now or the first time that it was asked with the key. */
export async function onceOf(
  tenant: Tenant,
  member: OrderMember,
  request: KeyedRequest | null,
  act: (keep: Keep<readonly number[]>) => Promise<readonly number[]>,
  { sendsAhead = false }: { readonly sendsAhead?: boolean } = {},
): Promise<PostedAct> {
  const { answer, isRepeated } = await once(tenant, member.userId, request, { act, read: postingIdsOf, sendsAhead })
  return { postingIds: answer, isRepeated }
}

/** Locks in the sequence of all acts on orders, work center first; returns both. Refuses an order that neither is of the work center nor was worked on there. */
export async function lockPlace(
  tenant: Tenant,
  member: OrderMember,
  workCenterId: WorkCenterId,
  jobOrderId: JobOrderId | null,
): Promise<Pick<ActPlace, 'order' | 'place'>> {
  // Sent together and done one after the other: each sees what was committed while the one before waited for its lock.
  const [place, , order] = await Promise.all([
    lockActive(tenant, workCenterId),
    jobOrderId === null ? [] : lockOrders(tenant, [jobOrderId]),
    jobOrderId === null ? null : orderAt(tenant, jobOrderId, workCenterId),
  ])
  await requireActor(tenant, member, [workCenterId])
  return { place, order }
}

/** Returns the order if it is of the work center or was worked on there; refuses any other as unknown. */
export async function orderAt(tenant: Tenant, id: JobOrderId, workCenterId: WorkCenterId): Promise<JobOrder> {
  const [order] = await listJobOrders(tenant, [id])
  if (order === undefined) throw orderNotFound(id)
  if (order.workCenterId === workCenterId) return order
  if ((await listRunsOf(tenant, [id])).some((run) => run.workCenterId === workCenterId)) return order
  throw orderNotFound(id)
}

/** Returns the refusal of a work center that is unknown, foreign or not to be seen. */
export function placeNotFound(id: number): Refusal {
  return new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterId', params: { id } })
}

/** Returns the ids branded as those of work centers. */
export function placeId(id: number): WorkCenterId {
  return asId<WorkCenterId>(id)
}
