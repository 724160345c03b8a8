import { firstInterval, LOOKED_UNITS, SHORTEST_STOP_MS } from '#engine/jobOrder/forecast/startDetection.ts'
import { ANSWERS_FOR_MS, JUDGED_ANSWERS, judgedAnswers, proposedStart } from '#engine/jobOrder/forecast/startProposal.ts'
import type { GivenAnswer, StartSign } from '#engine/jobOrder/forecast/startProposal.ts'
import { madeOutput } from '#engine/jobOrder/orderOutput.ts'
import { orderCycleOf } from '#engine/jobOrder/orderCycle.ts'
import { earliestAct, problemOfTapTime } from '#engine/jobOrder/runTimes.ts'
import { idealCycleOf } from '#engine/fold/compiledSetup.ts'
import { unitInstants } from '#engine/output/unitInstants.ts'
import type { JobOrderId } from '#engine/ids.ts'
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
import { findLastStop, insertAnswer, listAnswers } from './startProposal.store.ts'

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

/**
 * Returns the order that seems to have begun at the work center when its last long stop did (domain.md F-4); null where it cannot be told, where none or
 * several are worked on, where the instant can no longer be entered, and where proposals went off. Nothing is started.
 */
export async function proposeStart(reading: Reading, place: WorkCenter): Promise<StartProposal | null> {
  const now = reading.now()
  const known = await reading.inTenant((tenant) => whatIsKnown(tenant, place, now))
  if (known === null) return null
  const { stop, running, planned, made, answers } = known
  const cycleOf = (order: JobOrder) => orderCycleOf(order) ?? idealCycleOf(place.targetSpeed)
  const slowest = Math.max(...[running, ...planned].map((order) => cycleOf(order) ?? 0))
  // From before the stop on, for the first units behind it are told from the reading before them.
  const looked = { start: stop.start, end: Math.min(now, stop.end + (LOOKED_UNITS + 1) * slowest * SLOWER) }
  if (looked.end <= stop.end) return null
  // What a reading adds is spread evenly before it: no cycle is presumed where the pace is to be seen.
  const rules = { ...countingRules(place), idealCycleMs: null }
  const units = unitInstants(await outputSeries(reading, place, looked), rules).filter((at) => at >= stop.end)
  const proposed = proposedStart({
    stopAt: stop.start,
    intervalMs: firstInterval(units, stop.end - stop.start),
    running: { cycleMs: cycleOf(running), accepted: made, plan: running.planOutput },
    planned: planned.map((order) => ({ id: order.id, cycleMs: cycleOf(order) })),
    answers,
  })
  return proposed === null ? null : { jobOrderId: proposed.id, at: stop.start, sign: proposed.sign }
}

async function whatIsKnown(tenant: Tenant, place: WorkCenter, now: number) {
  const [run, ...beside] = await listOpenRuns(tenant, place.id)
  if (run === undefined || beside.length > 0) return null
  const newest = await listAnswers(tenant, place.id, { since: new Date(now - ANSWERS_FOR_MS), most: JUDGED_ANSWERS })
  if (judgedAnswers(newest).isOff) return null
  const lastShift = await findLastShift(tenant, place.id, now)
  // Whoever is asked may say Yes: operators date back no further.
  const since = Math.max(run.start + 1, earliestAct({ now, lastShift }))
  const stop = await findLastStop(tenant, place.id, { since, shortestMs: SHORTEST_STOP_MS })
  if (stop === null || (await isConfirmedIn(tenant, { workCenterId: place.id, start: stop.start, end: now }))) return null
  const next = (await listQueue(tenant, place.id)).filter(({ status }) => status === 'PLANNED').slice(0, NEXT)
  if (next.length === 0) return null
  const orders = await listJobOrders(tenant, [run.jobOrderId, ...next.map(({ id }) => id)])
  const running = orders.find(({ id }) => id === run.jobOrderId)
  if (running === undefined) return null
  const output = (await listOrderOutput(tenant, [running.id])).get(running.id)
  return {
    stop,
    running,
    planned: next.flatMap(({ id }) => orders.find((order) => order.id === id) ?? []),
    made: output === undefined ? running.acceptedOutput : madeOutput(output.alone, output.elsewhere).accepted,
    answers: newest.filter(({ at }) => at >= (lastShift?.start ?? 0)),
  }
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
