import { createHash } from 'node:crypto'
import { deviationsOf, problemOfAnswer, problemsOfSubmission, resultOfAnswers, signedText } from '#engine/checklist/answers.ts'
import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import { ANSWER_GRACE_MS, BUSY_MS, isOpen } from '#engine/checklist/occurrencePlan.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { problemOfSaidAt } from '#engine/shift/handover.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { insertEvents } from '#server/event/domainEvent.store.ts'
import type { NewEvent } from '#server/event/domainEvent.store.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { listShiftTimes } from '#server/shift/shiftTimes.ts'
import { requireActor, sayerOf } from '#server/user/acting.ts'
import type { Actor } from '#server/user/acting.ts'
import { listVersions } from './checklist.store.ts'
import type { Checklist, ChecklistDefinition } from './checklist.store.ts'
import { checklistNotFound, requireChecklist } from './checklist.service.ts'
import type { ChecklistDeps, ChecklistMember } from './checklist.service.ts'
import { attachFiles, hashesOf } from './checklistFile.store.ts'
import { makeEffects } from './deviations.service.ts'
import { answeredBefore, keepDraftsOfOthers, leaveDraft, ownVia } from './drafts.ts'
import { isAt } from './lookAtChecklists.service.ts'
import { findOccurrences, insertOccurrences, isShiftConfirmed, listToPlan, lockPlace, saveDraft, skipRow } from './occurrence.store.ts'
import type { Occurrence } from './occurrence.store.ts'
import { listProductRuns } from './checklistFacts.store.ts'
import { productAt } from './placeFacts.service.ts'
import { insertSubmission, listSubmissions, markDone } from './submission.store.ts'
import type { Signature, SubmissionKind } from './submission.store.ts'

export type Answerer = Actor & ChecklistMember
/** Which work centers the person may see; null = all. */
export type VisiblePlaces = ReadonlySet<number> | null

const MIN_WORD = 3
const MAX_WORD = 1_000
/** What is started by hand outside of any shift is open for so long. */
const BY_HAND_MS = 8 * HOUR_MS
const MAX_NAME = 200
const MAX_STROKES = 200
const MAX_POINTS = 5_000

/** Returns the occurrence that is open at the work center, else one that begins now: only of checklists that may be started by hand. */
export async function startByHand(
  deps: ChecklistDeps,
  by: Answerer,
  place: { readonly checklistId: number; readonly workCenterId: WorkCenterId },
  request: KeyedRequest | null,
): Promise<Occurrence> {
  return await deps.database.inTenant(by.companyId, async (tenant) => {
    const { answer } = await once(tenant, by.userId, request, { act: () => start(tenant, deps, by, place), read: Number })
    return await requireOccurrence(tenant, answer, null)
  })
}

async function start(
  tenant: Tenant,
  deps: ChecklistDeps,
  by: Answerer,
  { checklistId, workCenterId }: { readonly checklistId: number; readonly workCenterId: WorkCenterId },
): Promise<number> {
  const checklist = await requireChecklist(tenant, checklistId)
  if (checklist.isArchived || !isAt(checklist, workCenterId)) throw checklistNotFound(checklistId)
  await requireActor(tenant, by, [workCenterId])
  await lockPlace(tenant, workCenterId)
  const now = deps.now()
  const open = (await listToPlan(tenant, workCenterId, [{ checklistId, since: now }])).get(checklistId)?.find(({ state }) => isOpen(state))
  if (open !== undefined) return open.id
  if (!checklist.frequency.allowManualActivation || !checklist.isActive) throw new Refusal({ code: 'CHECKLIST_NOT_BY_HAND' })
  return await insertByHand(tenant, by, { checklist, workCenterId, at: now, version: checklist.version })
}

type ByHand = { readonly checklist: Checklist; readonly workCenterId: WorkCenterId; readonly at: number; readonly version: number }

async function insertByHand(tenant: Tenant, by: Answerer, { checklist, workCenterId, at, version }: ByHand): Promise<number> {
  const [shift] = await listShiftTimes(tenant, workCenterId, { start: at, end: at + 1 })
  const closesAt = Math.min(at + (checklist.answerWithinMs ?? BY_HAND_MS), shift?.end ?? Infinity)
  const itemId = productAt(await listProductRuns(tenant, workCenterId, { start: at, end: at + 1 }), at)
  const place = { checklistId: checklist.id, version, workCenterId, itemId, shiftStart: shift?.start ?? null }
  const made = { anchor: at, number: 1, subject: null, dueAt: at, closesAt, mergedCount: 1, mergedUntil: at, isFoundLate: false }
  const [id = null] = await insertOccurrences(tenant, [{ place, one: { ...made, source: null, state: 'PENDING' } }])
  if (id === null) throw new Error('an occurrence by hand is there already')
  const { userId, viaStation } = sayerOf(by)
  await saveDraft(tenant, id, { answers: [], via: viaStation === null ? [] : [viaStation], startedBy: userId, startedAt: at, seenAt: at })
  await tellChecklists(tenant, workCenterId, at)
  return id
}

/** What was begun on a device without a connection: the server had no occurrence of it yet. */
export type StartedHere = {
  readonly checklistId: number
  readonly workCenterId: WorkCenterId
  /** The version that the device asked by. */
  readonly version: number
  /** When it was begun there (ms UTC). */
  readonly at: number
}

/**
 * Returns the occurrence that was begun on a device (domain.md CL-10): the one of its checklist and work center in whose window it was begun, open ones
 * first; else one by hand. One that may not be started by hand, and that somebody else answered meanwhile, is the one that they answered.
 */
async function startedOnDevice(
  tenant: Tenant,
  deps: ChecklistDeps,
  by: Answerer,
  { checklistId, workCenterId, version, at }: StartedHere,
): Promise<number> {
  const tooOld = problemOfSaidAt(at, deps.now())
  if (tooOld !== null) throw new Refusal(tooOld)
  const checklist = await requireChecklist(tenant, checklistId)
  if (checklist.isArchived || !isAt(checklist, workCenterId)) throw checklistNotFound(checklistId)
  if (!(await listVersions(tenant, [{ checklistId, version }])).has(`${checklistId}/${version}`)) throw checklistNotFound(checklistId)
  await requireActor(tenant, by, [workCenterId])
  await lockPlace(tenant, workCenterId)
  const begunAt = Math.min(at, deps.now())
  const all = (await listToPlan(tenant, workCenterId, [{ checklistId, since: begunAt - DAY_MS }])).get(checklistId) ?? []
  const of = all.filter(({ dueAt, closesAt }) => dueAt <= begunAt && begunAt < closesAt + ANSWER_GRACE_MS)
  const isByHand = checklist.frequency.allowManualActivation
  const found =
    of.find(({ state }) => isOpen(state)) ??
    of.findLast(({ state }) => state === 'MISSED' || state === 'CANCELLED') ??
    (isByHand ? undefined : of.findLast(({ state }) => state === 'DONE')) ??
    // One by hand that was begun at that very instant: handed in by a program a second time.
    all.find(({ source, anchor }) => source === null && anchor === begunAt)
  if (found !== undefined) return found.id
  if (!isByHand) throw new Refusal({ code: 'CHECKLIST_NOT_BY_HAND' })
  return await insertByHand(tenant, by, { checklist, workCenterId, at: begunAt, version })
}

/**
 * Returns the occurrence with the answers kept (domain.md CL-7): the later answer to a task counts. Refuses a closed one, answers that can never be
 * right, and for ten minutes what somebody else answers, unless it is taken over.
 */
export async function keepAnswers(
  deps: ChecklistDeps,
  by: Answerer,
  visible: VisiblePlaces,
  given: { readonly id: number; readonly answers: readonly ChecklistAnswer[]; readonly isTakenOver: boolean },
): Promise<Occurrence> {
  return await deps.database.inTenant(by.companyId, async (tenant) => {
    const { occurrence, definition } = await lockedOccurrence(tenant, given.id, visible)
    await requireActor(tenant, by, [occurrence.workCenterId])
    const now = deps.now()
    if (!isOpen(occurrence.state)) throw new Refusal({ code: 'OCCURRENCE_CLOSED', params: { state: occurrence.state } })
    const { userId, viaStation } = sayerOf(by)
    const isOthers = occurrence.startedBy !== null && occurrence.startedBy !== userId && now - (occurrence.seenAt ?? 0) < BUSY_MS
    // Who was given it goes on with it.
    if (isOthers && !given.isTakenOver && occurrence.assignedTo !== userId)
      throw new Refusal({ code: 'ANSWERED_BY_ANOTHER', params: { minutes: BUSY_MS / MINUTE_MS } })
    requireAnswers(definition, given.answers)
    const answers = mergedAnswers(occurrence.draft, given.answers)
    const leftDrafts = await leaveDraft(tenant, occurrence, userId, now)
    const via = [...new Set([...ownVia(occurrence, userId), ...(viaStation === null ? [] : [viaStation])])]
    await saveDraft(tenant, given.id, { answers, via, startedBy: userId, startedAt: now, seenAt: now, leftDrafts })
    if (occurrence.state === 'PENDING' || isOthers) await tellChecklists(tenant, occurrence.workCenterId, occurrence.dueAt)
    return await requireOccurrence(tenant, given.id, null)
  })
}

export type GivenSubmission = {
  /** Which occurrence, or what was begun on the device. */
  readonly of: number | StartedHere
  readonly answers: readonly ChecklistAnswer[]
  readonly signature: Signature | null
  /** When it was handed in on the device; null = now. */
  readonly at: number | null
  /** Of a correction. */
  readonly reason: string | null
}

/**
 * Returns the occurrence after its answers were handed in (domain.md CL-6 to CL-11). The time of the tap decides: within the window it is done, also where
 * it arrives late, and where the run was missed or cancelled meanwhile; else it is kept beside it. Who comes second is kept too. Refuses what problemsOfSubmission says, all of it at once.
 */
export async function submitAnswers(
  deps: ChecklistDeps,
  by: Answerer,
  visible: VisiblePlaces,
  given: GivenSubmission,
  request: KeyedRequest | null,
): Promise<Occurrence> {
  return await deps.database.inTenant(by.companyId, async (tenant) => {
    const { answer } = await once(tenant, by.userId, request, {
      act: async () => {
        const id = typeof given.of === 'number' ? given.of : await startedOnDevice(tenant, deps, by, given.of)
        await submit(tenant, deps, by, visible, { ...given, id })
        return id
      },
      read: Number,
    })
    return await requireOccurrence(tenant, answer, visible)
  })
}

async function submit(
  tenant: Tenant,
  deps: ChecklistDeps,
  by: Answerer,
  visible: VisiblePlaces,
  given: Omit<GivenSubmission, 'of'> & { readonly id: number },
): Promise<void> {
  const { occurrence, definition } = await lockedOccurrence(tenant, given.id, visible)
  const { id, workCenterId, checklistId, version, closesAt, state } = occurrence
  await requireActor(tenant, by, [workCenterId])
  const now = deps.now()
  const tooOld = given.at === null ? null : problemOfSaidAt(given.at, now)
  if (tooOld !== null) throw new Refusal(tooOld)
  const at = Math.min(given.at ?? now, now)
  requireAnswers(definition, given.answers)
  requireSignature(given.signature)
  const isCorrection = given.reason !== null && state === 'DONE'
  if (isCorrection) requireWord(given.reason, 'reason')
  const { userId, viaStation } = sayerOf(by)
  const answers = mergedAnswers(await answeredBefore(tenant, occurrence, { userId, isCorrection }), given.answers)
  refuseAll(problemsOfSubmission(definition, answers, given.signature !== null))
  const uploadedBy = [userId, by.userId, ...ownVia(occurrence, userId)]
  await attachFiles(tenant, { occurrenceId: id, uploadedBy, tasks: definition.tasks }, answers)
  const kind = kindOf(occurrence, { at, isCorrection })
  // Before the hash, which is over the files of both.
  if (kind === 'FIRST') await keepDraftsOfOthers(tenant, { occurrence, definition, answers, userId, now })
  const deviations = deviationsOf(definition.tasks, answers)
  const before = kind === 'ALSO' ? [] : await listSubmissions(tenant, [id])
  const text = signedText({ checklistId, version, workCenterId, answers, fileHashes: await hashesOf(tenant, id) })
  await insertSubmission(tenant, {
    occurrenceId: id,
    kind,
    answers,
    result: resultOfAnswers(definition.tasks, answers),
    deviations: deviations.map(({ key }) => key),
    reason: isCorrection ? given.reason : null,
    submittedBy: userId,
    viaStation,
    submittedAt: at,
    receivedAt: now,
    signature: given.signature,
    answersHash: createHash('sha256').update(text).digest('hex'),
  })
  if (kind === 'FIRST') await markDone(tenant, id, userId, at)
  if (kind !== 'ALSO') {
    const { name } = await requireChecklist(tenant, checklistId)
    // What only stands beside what counts had no effects.
    const known = new Set(before.flatMap((one) => (one.kind === 'ALSO' ? [] : one.deviations)))
    await makeEffects(tenant, { ...by, visible }, { occurrence, name, tasks: definition.tasks, answers, at, now, isCorrection, known })
    await insertEvents(tenant, [answeredEvent(occurrence, at, userId)])
  }
  await tellChecklists(tenant, workCenterId, Math.min(occurrence.dueAt, closesAt))
}

export type GivenSkip = {
  readonly id: number
  readonly reason: string
  /** When it was said on the device; null = now. */
  readonly at: number | null
  /** Also where somebody else answers it. */
  readonly isTakenOver: boolean
}

/**
 * Returns the occurrence, answered by nobody for the reason given. Said in its window and arrived later, it is skipped, not missed; where it was answered or
 * skipped meanwhile nothing is left to be said. What was missed stays missed, with the reason, and is taken until its shift is confirmed (domain.md CL-12).
 * Refuses what is answered, or has a reason, and for ten minutes what somebody else answers, unless it is taken over: their answers are kept as theirs.
 */
export async function skipOccurrence(
  deps: ChecklistDeps,
  by: Answerer,
  visible: VisiblePlaces,
  given: GivenSkip,
  request: KeyedRequest | null,
): Promise<Occurrence> {
  requireWord(given.reason, 'reason')
  return await deps.database.inTenant(by.companyId, async (tenant) => {
    await once(tenant, by.userId, request, {
      act: async () => {
        await skip(tenant, deps, by, visible, given)
        return given.id
      },
      read: Number,
    })
    return await requireOccurrence(tenant, given.id, visible)
  })
}

async function skip(tenant: Tenant, deps: ChecklistDeps, by: Answerer, visible: VisiblePlaces, given: GivenSkip): Promise<void> {
  const { id, reason, isTakenOver } = given
  const { occurrence, definition } = await lockedOccurrence(tenant, id, visible)
  const { state, dueAt, closesAt, workCenterId, startedBy, seenAt, assignedTo } = occurrence
  await requireActor(tenant, by, [workCenterId])
  const now = deps.now()
  const tooOld = given.at === null ? null : problemOfSaidAt(given.at, now)
  if (tooOld !== null) throw new Refusal(tooOld)
  const at = Math.min(given.at ?? now, now)
  const isSentLater = given.at !== null && now - at > MINUTE_MS
  if (isSentLater && (state === 'DONE' || state === 'SKIPPED')) return
  const overAt = closesAt + ANSWER_GRACE_MS
  const isInTime =
    isSentLater && at < overAt && now >= overAt && (state === 'MISSED' || state === 'CANCELLED') && occurrence.skipReason === null
  if (!isOpen(state) && !isInTime && !(await isExcusable(tenant, occurrence)))
    throw new Refusal({ code: 'OCCURRENCE_CLOSED', params: { state } })
  const { userId } = sayerOf(by)
  const isOthers = isOpen(state) && startedBy !== null && startedBy !== userId
  if (isOthers && !isTakenOver && assignedTo !== userId && now - (seenAt ?? 0) < BUSY_MS)
    throw new Refusal({ code: 'ANSWERED_BY_ANOTHER', params: { minutes: BUSY_MS / MINUTE_MS } })
  if (isOpen(state)) await keepDraftsOfOthers(tenant, { occurrence, definition, answers: [], userId, now })
  await skipRow(tenant, id, { by: userId, reason: reason.trim(), at, isInTime })
  await insertEvents(tenant, [answeredEvent(occurrence, at, userId)])
  await tellChecklists(tenant, workCenterId, dueAt)
}

/** Returns the occurrence. Refuses one that the person may not see like one that is not there. */
export async function requireOccurrence(tenant: Tenant, id: number, visible: VisiblePlaces): Promise<Occurrence> {
  const [found] = await findOccurrences(tenant, [id])
  if (found === undefined || visible?.has(found.workCenterId) === false) throw new Refusal({ code: 'OCCURRENCE_NOT_FOUND', params: { id } })
  return found
}

/** Returns the occurrence with what it asks. Answers given elsewhere meanwhile are awaited: the place is locked before its rows are read. */
export async function lockedOccurrence(
  tenant: Tenant,
  id: number,
  visible: VisiblePlaces,
): Promise<{ readonly occurrence: Occurrence; readonly definition: ChecklistDefinition }> {
  const { workCenterId } = await requireOccurrence(tenant, id, visible)
  await lockPlace(tenant, workCenterId)
  const occurrence = await requireOccurrence(tenant, id, visible)
  const { checklistId, version } = occurrence
  const definition = (await listVersions(tenant, [{ checklistId, version }])).get(`${checklistId}/${version}`)
  if (definition === undefined) throw new Error(`checklist ${checklistId} has no version ${version}`)
  return { occurrence, definition }
}

/** Returns whether it can be answered: while it is open, and what was missed until its shift is confirmed (domain.md CL-12). */
export async function mayStillBeAnswered(tenant: Tenant, occurrence: Occurrence): Promise<boolean> {
  return isOpen(occurrence.state) || (occurrence.state === 'MISSED' && (await isOfOpenShift(tenant, occurrence)))
}

async function isExcusable(tenant: Tenant, occurrence: Occurrence): Promise<boolean> {
  return occurrence.state === 'MISSED' && occurrence.skipReason === null && (await isOfOpenShift(tenant, occurrence))
}

async function isOfOpenShift(tenant: Tenant, { workCenterId, shiftStart }: Occurrence): Promise<boolean> {
  return shiftStart === null || !(await isShiftConfirmed(tenant, workCenterId, shiftStart))
}

function kindOf(
  { state, closesAt }: Occurrence,
  { at, isCorrection }: { readonly at: number; readonly isCorrection: boolean },
): SubmissionKind {
  if (state === 'DONE') return isCorrection ? 'CORRECTION' : 'ALSO'
  const isInTime = at < closesAt + ANSWER_GRACE_MS
  return isInTime && (isOpen(state) || state === 'MISSED' || state === 'CANCELLED') ? 'FIRST' : 'EXTRA'
}

function mergedAnswers(before: readonly ChecklistAnswer[], given: readonly ChecklistAnswer[]): readonly ChecklistAnswer[] {
  const byTask = new Map(before.map((one) => [one.taskKey, one]))
  for (const one of given) {
    const known = byTask.get(one.taskKey)
    if (known === undefined || known.answeredAt <= one.answeredAt) byTask.set(one.taskKey, one)
  }
  return [...byTask.values()]
}

function requireAnswers({ tasks }: ChecklistDefinition, answers: readonly ChecklistAnswer[]): void {
  refuseAll(
    answers.flatMap((answer) => {
      const task = tasks.find(({ key }) => key === answer.taskKey)
      const problem =
        task === undefined
          ? { code: 'CHECKLIST_TASK_NOT_FOUND', field: answer.taskKey, params: { key: answer.taskKey } }
          : problemOfAnswer(task, answer)
      return problem === null ? [] : [problem]
    }),
  )
}

function requireSignature(signature: Signature | null): void {
  if (signature === null) return
  const points = signature.strokes.flat()
  const isDrawn =
    signature.strokes.length <= MAX_STROKES &&
    points.length <= MAX_POINTS &&
    points.every((point) => point.every((one) => one >= 0 && one <= 1))
  if (signature.name.trim().length === 0 || points.length === 0) throw new Refusal({ code: 'REQUIRED', field: 'signature' })
  if (signature.name.length > MAX_NAME)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'signature', params: { min: 1, max: MAX_NAME } })
  if (!isDrawn)
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'signature', params: { value: points.length, min: 1, max: MAX_POINTS } })
}

function requireWord(text: string | null, field: string): void {
  const { length } = (text ?? '').trim()
  if (length < MIN_WORD || length > MAX_WORD)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field, params: { min: MIN_WORD, max: MAX_WORD } })
}

/** What people were told of it, or of the one before, may be over. */
function answeredEvent({ id, checklistId, workCenterId }: Occurrence, at: number, actor: UserId): NewEvent {
  return {
    kind: 'CHECKLIST_ANSWERED',
    workCenterId,
    key: `checklist/${id}`,
    change: 'HAPPENED',
    at,
    payload: { occurrenceId: id, checklistId },
    actor,
  }
}

/** Has open screens read what changed of the work center's checklists. */
export async function tellChecklists(tenant: Tenant, workCenterId: WorkCenterId, from: number): Promise<void> {
  await notifyRecordsChanged(tenant, [{ workCenterId, kinds: ['checklist'], from, to: null }])
}
