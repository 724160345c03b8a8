import { randomUUID } from 'node:crypto'
import type { JobOrderId, LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import { explainedProblems } from '#server/jobOrder/explainedProblems.ts'
import { overPlanOfEach, problemOfPostedOrder, problemsOfReasons, problemsOfUnits } from '#engine/output/postingRules.ts'
import { chooseSegments } from '#engine/output/postingSegments.ts'
import type { PostingSegment } from '#engine/output/postingSegments.ts'
import { planPostings } from '#engine/output/planPosting.ts'
import type { PlannedPosting } from '#engine/output/planPosting.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { findProductOf } from '#server/item/item.store.ts'
import type { Item } from '#server/item/item.store.ts'
import { insertOrderEvents } from '#server/jobOrder/jobOrderEvent.store.ts'
import type { JobOrderEventKind, JobOrderEventSource } from '#server/jobOrder/jobOrderEvent.store.ts'
import type { JobOrder } from '#server/jobOrder/jobOrder.store.ts'
import { readReasonChoices, requireChoosable, requireNotes } from '#server/loss/lossEditing.ts'
import { insertPostedReasons } from '#server/loss/postedReasons.ts'
import { HOW_UNKNOWN } from '#server/loss/saidBy.ts'
import { listMarks, markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import type { RecalculationMark, WaitingMark } from '#server/recalculation/recalculation.store.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { problemOfConfirmedShift, requireUnconfirmed } from '#server/recalculation/confirmedShift.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { cutOpen, requireOwnShown, requireUntouched, StillRecalculating } from './actCut.ts'
import { makePostedBatches, takePostedMaterials } from './postedMaterials.ts'
import type { ActMaterials, MadeBatches } from './postedMaterials.ts'
import { addToOrder, insertPosting, waitingSince } from './posting.store.ts'
import type { OutputType, WrittenPosting } from './posting.store.ts'
import { findEarliestPeriod, listPostingSegments } from './postingSegment.store.ts'

/** Units of one type that are confirmed together. */
export type ActBatch = {
  readonly type: OutputType
  readonly units: number
  readonly batchCode: string | null
  readonly containerCode: string | null
  /** When it was made; null = when its segment ended. */
  readonly batchTime: number | null
}

/** What is confirmed, where that depends on whether the work center makes pieces. */
export type BatchesOfType = (type: WorkCenter['type']) => readonly ActBatch[]

/** What a person, or the product for them, confirms in one act. */
export type OutputAct = {
  readonly workCenterId: WorkCenterId
  readonly jobOrderId: JobOrderId | null
  readonly batches: readonly ActBatch[]
  readonly reasons: readonly { readonly reasonId: LossReasonId; readonly units: number; readonly comment: string | null }[]
  /** null = all segments that wait. */
  readonly segmentIds: readonly number[] | null
  /** Ends the segment that counts at the instant of the act. */
  readonly cutsOpen: boolean
  readonly isClosing: boolean
  readonly comment: string | null
  /** Left out = nothing is said of material. */
  readonly materials?: ActMaterials
  readonly isAutomatic: boolean
  readonly source: JobOrderEventSource
}

/** Where and by whom an act is done, under the locks of its work center and order. */
export type ActPlace = {
  readonly place: WorkCenter
  readonly order: JobOrder | null
  /** When it was done, by the tap (ms UTC). */
  readonly at: number
  /** When a person said it on the device that sent it (ms UTC); left out = now. */
  readonly tappedAt?: number
  readonly now: number
  readonly by: { readonly userId: UserId | null; readonly viaStation: UserId | null }
  /** OUTPUTS MODIFY. */
  readonly mayManage: boolean
  /** The posting that it stands for. */
  readonly corrects: number | null
  readonly kind: JobOrderEventKind
  /** Of the order before the act, where it changed with it. */
  readonly statusBefore?: JobOrder['status'] | undefined
  /** Rejects that had no reason in the posting that it stands for: they need none now. */
  readonly unexplainedBefore?: number
  /** The reasons are those of the posting that it stands for: what was chosen stays, though it is no longer offered. */
  readonly keepsReasons?: boolean
  readonly details?: Readonly<Record<string, unknown>>
  /** What was asked of its segments and product with the locks; left out = it is asked now. */
  readonly begun?: BegunAct
  /** What is sent with its last statements, once the ids of its postings are known. */
  readonly alongside?: (postingIds: readonly number[]) => readonly Promise<unknown>[]
}

/** What an act reads first, underway. */
export type BegunAct = {
  readonly segments: Promise<readonly [readonly PostingSegment[], readonly WaitingMark[]]>
  /** null = no product is known. */
  readonly product: Promise<Item | null>
}

/** Returns what the act reads first, asked for behind the locks of its work center and order: each statement sees what was committed before it. */
export function beginAct(
  tenant: Tenant,
  { workCenterId, jobOrderId, segmentIds }: Pick<OutputAct, 'jobOrderId' | 'segmentIds' | 'workCenterId'>,
  at: number,
): BegunAct {
  const since = waitingSince(jobOrderId, at)
  const segments = Promise.all([
    listPostingSegments(tenant, { workCenterId, jobOrderId, ids: segmentIds, since }),
    listMarks(tenant, [workCenterId]),
  ])
  const product = jobOrderId === null ? Promise.resolve(null) : findProductOf(tenant, jobOrderId)
  for (const asked of [segments, product]) void asked.catch(() => undefined)
  return { segments, product }
}

/**
 * Writes what an act confirms and returns its postings (domain.md O-1 to O-10): rows, reasons of rejects, the sums of the order, its history and what is
 * to be recalculated, in the transaction of the locks. Refuses, level by level, all that the engine says of order, segments, units and reasons.
 */
export async function postAct(tenant: Tenant, act: OutputAct, given: ActPlace): Promise<readonly WrittenPosting[]> {
  const { place, order, now } = given
  if (act.batches.length > MOST_BATCHES)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'input.batches', params: { min: 1, max: MOST_BATCHES } })
  refuseAll([
    ...tooLong('comment', act.comment, MOST_COMMENT),
    ...act.batches.flatMap(({ batchCode, containerCode }) => [
      ...tooLong('batchCode', batchCode, MOST_CODE),
      ...tooLong('containerCodes', containerCode, MOST_CODE),
    ]),
  ])
  // What was confirmed already is put right where it was, whatever the settings allow today.
  const rules =
    given.corrects === null
      ? place
      : { ...place, allowMultipleOutputConfirmation: true, allowPastPeriodConfirmations: true, isJobOrderRequiredForConfirmation: false }
  const wrongOrder = problemOfPostedOrder(order?.status ?? null, rules)
  if (wrongOrder !== null) refuseAll(order === null ? [wrongOrder] : await explainedProblems(tenant, order, [wrongOrder]))
  const begun = given.begun ?? beginAct(tenant, { ...act, workCenterId: place.id, jobOrderId: order?.id ?? null }, given.at)
  const [, found, earliest] = await Promise.all([
    requireUntouched(tenant, act, given),
    segmentsOf(act, begun, given.at),
    rules.allowPastPeriodConfirmations ? null : findEarliestPeriod(tenant, place.id, now),
  ])
  const asked = { ids: act.segmentIds, cutsOpen: act.cutsOpen, isClosing: act.isClosing, isCorrection: given.corrects !== null, earliest }
  const chosen = chooseSegments(asked, found, rules)
  refuseAll(await withShifts(tenant, place, chosen.problems))
  const unitsOf = (type: OutputType) => act.batches.reduce((sum, batch) => (batch.type === type ? sum + batch.units : sum), 0)
  const units = { accepted: rounded(unitsOf('ACCEPTED')), rejected: rounded(unitsOf('REJECTED')) }
  refuseAll(act.batches.flatMap((batch) => problemsOfBatch(batch, place)).slice(0, MOST_PROBLEMS))
  refuseAll(problemsOfUnits(units, place.type))
  refuseAll(problemsOfReasons({ ...units, reasons: act.reasons, unexplainedBefore: given.unexplainedBefore ?? 0 }, place))
  if (given.keepsReasons !== true) await requireReasons(tenant, act, place)
  const { segments, cutAt } = await cutOpen(tenant, chosen.segments, act, given)
  await requireOwnShown(tenant, act, given, { segments, total: rounded(units.accepted + units.rejected) })
  refuseAll(problemsOfTime(act, segments, given))
  if (segments.length === 0)
    await requireUnconfirmed(tenant, { workCenterId: place.id, start: given.at, end: given.at + 1 }, { field: 'at' })
  const how = { type: place.type, isOneEach: !rules.allowMultipleOutputConfirmation, isClosing: act.isClosing }
  const planned = planPostings(
    act.batches,
    act.reasons.map((reason) => ({ ...reason, reasonId: Number(reason.reasonId) })),
    segments,
    how,
  )
  const acceptedOf = ({ rows }: PlannedPosting) => rows.reduce((sum, row) => (row.type === 'ACCEPTED' ? sum + row.units : sum), 0)
  const over = order === null ? [] : overPlanOfEach(order, planned.map(acceptedOf))
  const product = order === null || order.itemId === null ? null : await begun.product
  const batches = await makePostedBatches(tenant, act, given, { planned, product })
  // Sent together, so their ids are in the order of their segments.
  const written = await Promise.all(
    planned.map((posting, index) =>
      writePosting(tenant, act, given, { planned: posting, overPlanBy: over[index] ?? null, batches: batches[index] ?? [] }),
    ),
  )
  const postings = planned.flatMap((posting, index) => {
    const one = written[index]
    return one === undefined ? [] : [{ planned: posting, written: one, batches: batches[index] ?? [] }]
  })
  // None of them waits for another: what they lock is locked by now, but the stocks.
  await Promise.all([
    ...(given.alongside?.(written.map(({ id }) => id)) ?? []),
    takePostedMaterials(tenant, act, given, { postings, product }),
    order === null ? null : addToOrder(tenant, order.id, units),
    order === null ? null : writeEvent(tenant, act, given, order, { ...units, postings: written.map(({ id }) => id) }),
    markForRecalculation(tenant, [markOf(place.id, segments, cutAt ?? given.at)], given.by.userId),
  ])
  return written
}

const MOST_COMMENT = 2000
const MOST_CODE = 64
const MOST_BATCHES = 200

function tooLong(field: string, text: string | null, max: number): Problem[] {
  return text !== null && text.length > max ? [{ code: 'LENGTH_OUT_OF_RANGE', field, params: { min: 0, max } }] : []
}

/** Names the confirmed shifts that stand in the way, each looked up once. */
async function withShifts(tenant: Tenant, place: WorkCenter, problems: readonly Problem[]): Promise<readonly Problem[]> {
  const shown = problems.slice(0, MOST_PROBLEMS)
  const startOf = ({ code, params }: Problem) => {
    const start = params?.['start']
    return code === 'SHIFT_CONFIRMED' && typeof start === 'number' ? start : null
  }
  const starts = [...new Set(shown.map(startOf))].filter((start) => start !== null)
  const shifts = new Map<number | null, Problem | null>()
  for (const start of starts) shifts.set(start, await problemOfConfirmedShift(tenant, { workCenterId: place.id, start, end: start + 1 }))
  return shown.map((problem) => {
    const shift = shifts.get(startOf(problem)) ?? null
    return shift === null ? problem : { ...problem, params: { ...problem.params, ...shift.params } }
  })
}

/** More are said once these are put right. */
const MOST_PROBLEMS = 10

/** What was made was made in its segments, or where there are none within a day before it is said; never later than now. */
function problemsOfTime({ batches }: OutputAct, segments: readonly PostingSegment[], { at, now }: ActPlace): Problem[] {
  const min = segments.reduce((least, { start }) => Math.min(least, start), segments.length === 0 ? at - DAY_MS : at)
  return batches.flatMap(({ batchTime }) =>
    batchTime === null || (batchTime >= min && batchTime <= now)
      ? []
      : [{ code: 'VALUE_OUT_OF_RANGE', field: 'input.batches', params: { value: iso(batchTime), min: iso(min), max: iso(now) } }],
  )
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

/** Returns the segments of the order; throws while what they hold waits to be recalculated. */
async function segmentsOf(act: OutputAct, { segments }: BegunAct, at: number): Promise<readonly PostingSegment[]> {
  const [found, waiting] = await segments
  const marks = found.length === 0 ? [] : waiting
  const first = found.reduce((least, { start }) => Math.min(least, start), at)
  if (marks.some((mark) => (mark.to ?? Infinity) > first)) throw new StillRecalculating()
  // What was tapped before a segment began says nothing of it.
  return act.segmentIds === null ? found.filter(({ start }) => start < at) : found
}

function problemsOfBatch({ type, units }: ActBatch, place: WorkCenter) {
  const [accepted, rejected] = type === 'ACCEPTED' ? [units, 0] : [0, units]
  return problemsOfUnits({ accepted, rejected }, place.type).filter(({ code }) => code !== 'OUTPUT_NOT_POSITIVE')
}

/** Reasons are of quality, offered at the work center, and have their notes where these are asked for (domain.md O-9). */
async function requireReasons(tenant: Tenant, { reasons }: OutputAct, place: WorkCenter): Promise<void> {
  if (reasons.length === 0) return
  const choices = await readReasonChoices(tenant, { workCenterIds: [place.id], reasonIds: reasons.map(({ reasonId }) => reasonId) })
  for (const { reasonId, comment } of reasons)
    requireNotes(
      requireChoosable(choices, reasonId, { workCenterId: place.id, source: 'OUTPUT' }, 'qualityReasons'),
      comment,
      'qualityReasons',
    )
}

async function writePosting(
  tenant: Tenant,
  act: OutputAct,
  { place, order, at, now, by, corrects }: ActPlace,
  { planned, overPlanBy, batches }: { readonly planned: PlannedPosting; readonly overPlanBy: number | null; readonly batches: MadeBatches },
): Promise<WrittenPosting> {
  const { segments, rows, reasons } = planned
  const posting = {
    workCenterId: place.id,
    jobOrderId: order?.id ?? null,
    at,
    comment: act.comment,
    isAutomatic: act.isAutomatic,
    isClosing: act.isClosing,
    runMs: segments.reduce((sum, { runMs }) => sum + runMs, 0),
    sensorTotal: segments.reduce((sum, { registered }) => sum + registered.total, 0),
    warnings: overPlanBy === null ? [] : ['OVER_PLAN'],
    overPlanBy,
    createdBy: by.userId,
    createdVia: by.viaStation,
    createdOn: new Date(now),
    corrects,
  }
  const written = await insertPosting(
    tenant,
    posting,
    rows.map((row, index) => {
      const batch = act.batches[row.batch]
      const made = batches[index] ?? null
      const { start, end } = row.segment ?? { start: at, end: null }
      return {
        start,
        end,
        hasSegment: row.segment !== null,
        type: row.type,
        units: row.units,
        sensorValue: row.sensorValue,
        segmentTotal: row.segment?.registered.total ?? null,
        batchTime: batch?.batchTime ?? end ?? at,
        batchCode: made?.code ?? batch?.batchCode ?? null,
        batchId: made?.id ?? null,
        containerCode: batch?.containerCode ?? null,
      }
    }),
  )
  if (by.userId !== null)
    await insertPostedReasons(
      tenant,
      { id: written.id, workCenterId: place.id },
      reasons.flatMap(({ segment, units, comment }, index) => {
        const reasonId = act.reasons.find((one) => Number(one.reasonId) === reasons[index]?.reasonId)?.reasonId
        const { start, end } = segment ?? { start: at, end: null }
        return reasonId === undefined ? [] : [{ start, end, reasonId, units, comment }]
      }),
      { ...HOW_UNKNOWN, userId: by.userId, viaStation: by.viaStation, saidAt: at },
    )
  return written
}

async function writeEvent(
  tenant: Tenant,
  act: OutputAct,
  { at, now, by, kind, details = {}, statusBefore }: ActPlace,
  order: JobOrder,
  units: Readonly<Record<string, unknown>>,
): Promise<void> {
  const event = {
    jobOrderId: order.id,
    act: randomUUID(),
    kind,
    fromStatus: statusBefore ?? order.status,
    toStatus: order.status,
    at,
    source: act.source,
    comment: act.comment,
    details: { ...details, ...units },
    undo: null,
  }
  await insertOrderEvents(tenant, [event], { ...by, at: new Date(now) })
}

function markOf(workCenterId: WorkCenterId, segments: readonly PostingSegment[], at: number): RecalculationMark {
  const from = segments.reduce((least, { start }) => Math.min(least, start), at)
  const isOver = segments.length > 0 && segments.every(({ end }) => end !== null && end < at)
  const to = isOver ? segments.reduce((most, { end }) => Math.max(most, end ?? most), 0) : null
  return { workCenterId, from, to, cause: 'OUTPUT_CONFIRMATION' }
}

function rounded(units: number): number {
  return Math.round(units * 1000) / 1000
}
