import { firstInterval, LOOKED_UNITS, SHORTEST_STOP_MS } from '#engine/jobOrder/forecast/startDetection.ts'
import {
  ANSWERS_FOR_MS,
  isOverPlan,
  isPlanAnswered,
  JUDGED_ANSWERS,
  judgedAnswers,
  proposedPastPlan,
  proposedStart,
  proposedWithoutOrder,
  unitsBeyondPlan,
} from '#engine/jobOrder/forecast/startProposal.ts'
import type { GivenAnswer, PlannedNext, RunningOrder, StartSign } from '#engine/jobOrder/forecast/startProposal.ts'
import { madeOutput } from '#engine/jobOrder/orderOutput.ts'
import { orderCycleOf } from '#engine/jobOrder/orderCycle.ts'
import { earliestAct, problemOfTapTime } from '#engine/jobOrder/runTimes.ts'
import { idealCycleOf } from '#engine/fold/compiledSetup.ts'
import { unitInstants } from '#engine/output/unitInstants.ts'
import type { ItemId, JobOrderId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import { listJobOrders } from '#server/jobOrder/jobOrder.store.ts'
import type { JobOrder } from '#server/jobOrder/jobOrder.store.ts'
import { listQueue } from '#server/jobOrder/jobOrderEdit.store.ts'
import { findLastShift } from '#server/jobOrder/jobOrderFacts.store.ts'
import { listOrderOutput } from '#server/jobOrder/jobOrderOutput.store.ts'
import { listOpenRuns } from '#server/jobOrder/jobRun.store.ts'
import type { OrderMember, VisiblePlaces } from '#server/jobOrder/orderDeps.ts'
import { visibleOrder } from '#server/jobOrder/visibleOrder.ts'
import { countingRules, outputSeries } from '#server/output/countedUnits.ts'
import { isConfirmedIn } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { requireActor, sayerOf } from '#server/user/acting.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { firstUnits, lastUnits } from './neededUnits.ts'
import {
  countedSince,
  findLastRunEnd,
  findLastStop,
  findOutputWithoutOrder,
  insertAnswer,
  listAnswers,
  listUsualShares,
} from './startProposal.store.ts'

/** An order that seems to have begun, since when, and by what. */
export type StartProposal = { readonly jobOrderId: JobOrderId; readonly at: number; readonly sign: StartSign }

/** How proposals of a work center were answered. */
export type ProposalRecord = ReturnType<typeof judgedAnswers>

type Reading = {
  inTenant<T>(work: (tenant: Tenant) => Promise<T>): Promise<T>
  readonly readSamples: SampleReader
  readonly now: () => number
}

/** The next so many of the queue may be the one. */
const NEXT = 3
/** Units are looked for as long as so many times the slowest cycle times their number. */
const SLOWER = 2
/** So long at least at first, and where no cycle is known. */
const SHORTEST_LOOK_MS = 10 * MINUTE_MS

/**
 * Returns the order that seems to have begun at the work center (domain.md F-4): when its last long stop did, at the first unit beyond the plan of the one
 * that is worked on, or when units came while none is. Null where it cannot be told, where several are worked on, where the instant can no longer be
 * entered, and where proposals went off. Nothing is started.
 */
export async function proposeStart(reading: Reading, place: WorkCenter): Promise<StartProposal | null> {
  const now = reading.now()
  const known = await reading.inTenant((tenant) => whatIsKnown(tenant, place, now))
  if (known === null) return null
  const proposal =
    known.running === null
      ? await withoutOrder(reading, place, known)
      : ((await afterStop(reading, place, { ...known, running: known.running })) ??
        (await pastPlan(reading, place, { ...known, running: known.running })))
  if (proposal === null) return null
  const isConfirmed = await reading.inTenant((tenant) =>
    isConfirmedIn(tenant, { workCenterId: place.id, start: proposal.at, end: Math.max(now, proposal.at + 1) }),
  )
  return isConfirmed ? null : proposal
}

/** Units are told from the reading before them: no cycle is presumed where the pace is to be seen. */
async function unitsIn(reading: Reading, place: WorkCenter, looked: Interval): Promise<readonly number[]> {
  return unitInstants(await outputSeries(reading, place, looked), { ...countingRules(place), idealCycleMs: null })
}

async function afterStop(reading: Reading, place: WorkCenter, known: Known & { readonly running: Running }): Promise<StartProposal | null> {
  const { stop, running, planned, answers, now } = known
  if (stop === null) return null
  // From before the stop on, for the first units behind it are told from the reading before them.
  const looked = { start: stop.start, end: Math.min(now, stop.end + likelyLength([running, ...planned], LOOKED_UNITS + 1)) }
  if (looked.end <= stop.end) return null
  const units = (await unitsIn(reading, place, looked)).filter((at) => at >= stop.end)
  const intervalMs = firstInterval(units, stop.end - stop.start)
  if (intervalMs === null) return null
  const paces = await pacesOf(reading, place, [running, ...planned])
  const proposed = proposedStart({
    stopAt: stop.start,
    intervalMs,
    running: { ...running, ...paces(running) },
    planned: planned.map((one) => ({ ...one, ...paces(one) })),
    answers,
  })
  return proposed === null ? null : { jobOrderId: proposed.id, at: stop.start, sign: proposed.sign }
}

async function pastPlan(reading: Reading, place: WorkCenter, known: Known & { readonly running: Running }): Promise<StartProposal | null> {
  const { running, planned, answers, since, now } = known
  if (!isOverPlan(running)) return null
  const fewest = unitsBeyondPlan(running)
  // Where most was said by hand, all of the run would be read for units that nobody counted.
  if ((await reading.inTenant((tenant) => countedSince(tenant, place.id, since))) < fewest) return null
  const likelyMs = Math.max(SHORTEST_LOOK_MS, likelyLength([running], fewest))
  const units = await lastUnits((looked) => unitsIn(reading, place, looked), { start: since, end: now }, { fewest, likelyMs })
  const proposed = proposedPastPlan({ running, units, planned, answers })
  return proposed === null ? null : { jobOrderId: proposed.id, at: proposed.at, sign: 'OVER_PLAN' }
}

async function withoutOrder(reading: Reading, place: WorkCenter, { planned, answers, since, now }: Known): Promise<StartProposal | null> {
  const output = await reading.inTenant((tenant) => findOutputWithoutOrder(tenant, place.id, { since, fewest: LOOKED_UNITS + 1 }))
  if (output === null) return null
  const stretch = { start: Math.max(since, output.start), end: output.end ?? now }
  const fewest = LOOKED_UNITS + 1
  const likelyMs = Math.max(SHORTEST_LOOK_MS, likelyLength(planned, fewest))
  const units = await firstUnits((looked) => unitsIn(reading, place, looked), stretch, { fewest, likelyMs })
  if (units.length < fewest) return null
  const paces = await pacesOf(reading, place, planned)
  const seen = { since: stretch.start, units, planned: planned.map((one) => ({ ...one, ...paces(one) })), answers }
  const proposed = proposedWithoutOrder(seen)
  return proposed === null ? null : { jobOrderId: proposed.id, at: proposed.at, sign: 'NO_ORDER' }
}

/** Returns how long so many units likely take at most: of the slowest order. */
function likelyLength(orders: readonly Paced[], units: number): number {
  return units * Math.max(...orders.map(({ cycleMs }) => cycleMs ?? 0)) * SLOWER
}

/** Returns how much longer the units of each order really take. It is asked once there are units to compare: their orders are read back for it. */
async function pacesOf(
  { inTenant }: Reading,
  place: WorkCenter,
  orders: readonly Paced[],
): Promise<(order: Paced) => Pick<PlannedNext, 'usualShare'>> {
  const items = [...new Set(orders.flatMap(({ itemId }) => (itemId === null ? [] : [itemId])))]
  const shares = await inTenant((tenant) => listUsualShares(tenant, place.id, items))
  return ({ itemId }) => ({ usualShare: itemId === null ? null : (shares.get(itemId) ?? null) })
}

/** An order before it is known how long its units really take. */
type Paced = Pick<PlannedNext, 'cycleMs'> & { readonly itemId: ItemId | null }
type Running = Paced & RunningOrder

type Known = {
  readonly now: number
  /** Since when another order may have begun: the run in progress, or the end of the last one; nobody dates back further. */
  readonly since: number
  /** The last long stop since then. */
  readonly stop: Interval | null
  /** Null = none is worked on. */
  readonly running: Running | null
  readonly planned: readonly (Paced & Pick<PlannedNext, 'id'>)[]
  readonly answers: readonly GivenAnswer[]
}

async function whatIsKnown(tenant: Tenant, place: WorkCenter, now: number): Promise<Known | null> {
  const [run, ...beside] = await listOpenRuns(tenant, place.id)
  if (beside.length > 0) return null
  const next = (await listQueue(tenant, place.id)).filter(({ status }) => status === 'PLANNED').slice(0, NEXT)
  if (next.length === 0) return null
  const newest = await listAnswers(tenant, place.id, { since: new Date(now - ANSWERS_FOR_MS), most: JUDGED_ANSWERS })
  if (judgedAnswers(newest).isOff) return null
  const lastShift = await findLastShift(tenant, place.id, now)
  // Whoever is asked may say Yes: operators date back no further.
  const since = Math.max(
    run === undefined ? ((await findLastRunEnd(tenant, place.id)) ?? 0) : run.start + 1,
    earliestAct({ now, lastShift }),
  )
  const orders = await listJobOrders(tenant, [...next.map(({ id }) => id), ...(run === undefined ? [] : [run.jobOrderId])])
  const running = run === undefined ? undefined : orders.find(({ id }) => id === run.jobOrderId)
  if (run !== undefined && running === undefined) return null
  const paceOf = (order: JobOrder): Paced => ({ cycleMs: orderCycleOf(order) ?? idealCycleOf(place.targetSpeed), itemId: order.itemId })
  return {
    now,
    since,
    stop: run === undefined ? null : await findLastStop(tenant, place.id, { since, shortestMs: SHORTEST_STOP_MS }),
    running:
      run === undefined || running === undefined
        ? null
        : {
            ...paceOf(running),
            plan: running.planOutput,
            accepted: await madeOf(tenant, running),
            isAnswered: isPlanAnswered(newest, run.start),
          },
    planned: next.flatMap(({ id }) => {
      const order = orders.find((one) => one.id === id)
      return order === undefined ? [] : [{ id, ...paceOf(order) }]
    }),
    answers: newest.filter(({ at }) => at >= (lastShift?.start ?? 0)),
  }
}

async function madeOf(tenant: Tenant, { id, acceptedOutput }: JobOrder): Promise<number> {
  const output = (await listOrderOutput(tenant, [id])).get(id)
  return output === undefined ? acceptedOutput : madeOutput(output.alone, output.elsewhere).accepted
}

/** Returns how the newest proposals of the work center were answered. */
export async function proposalRecord(tenant: Tenant, place: Pick<WorkCenter, 'id'>, now: number): Promise<ProposalRecord> {
  return judgedAnswers(await listAnswers(tenant, place.id, { since: new Date(now - ANSWERS_FOR_MS), most: JUDGED_ANSWERS }))
}

/** Keeps what a person said to a proposal; the first answer stands. Refuses an order that is not to be seen, and an instant more than a day ago or to come. */
export async function answerProposal(
  tenant: Tenant,
  { member, visible, now }: { readonly member: OrderMember; readonly visible: VisiblePlaces; readonly now: number },
  place: Pick<WorkCenter, 'id'>,
  answer: GivenAnswer,
): Promise<void> {
  const problem = problemOfTapTime({ tappedAt: answer.at, now })
  if (problem !== null) throw new Refusal({ ...problem, field: 'at' })
  const order = await visibleOrder(tenant, visible, answer.jobOrderId)
  if (order.workCenterId !== place.id)
    throw new Refusal({ code: 'JOB_ORDER_NOT_FOUND', field: 'jobOrderId', params: { id: answer.jobOrderId } })
  await requireActor(tenant, member, [place.id])
  await insertAnswer(tenant, place.id, answer, { ...sayerOf(member), on: new Date(now) })
}
