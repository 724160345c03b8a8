import { subjectsOfChecklist } from '#engine/checklist/deviationEffects.ts'
import type { LossReasonId, UserId } from '#engine/ids.ts'
import { subjectOfNotification, subjectsOfLosses } from '#engine/workRequest/requestSubject.ts'
import { isRequestVisible } from '#engine/workRequest/requestVisibility.ts'
import { listBecauseOfStop } from '#server/checklist/occurrence.store.ts'
import type { Occurrence } from '#server/checklist/occurrence.store.ts'
import { listSubmissions } from '#server/checklist/submission.store.ts'
import type { Submission } from '#server/checklist/submission.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { pageInvalidLosses } from '#server/loss/invalidLoss.store.ts'
import { findLosses, findLossesOver } from '#server/loss/loss.store.ts'
import { lossNotFound } from '#server/loss/lossEditing.ts'
import { listHistory, SHOWN_SAYINGS } from '#server/loss/lossHistory.store.ts'
import type { PastSaying } from '#server/loss/lossHistory.store.ts'
import type { Loss } from '#server/loss/lossRow.ts'
import { seenLossOf } from '#server/workRequest/openTwin.ts'
import { listRequestEvents, listRequestsAbout } from '#server/workRequest/workRequest.store.ts'
import type { WorkRequest, WorkRequestEvent } from '#server/workRequest/workRequest.store.ts'
import type { InboxItem } from './inbox.store.ts'
import { listSentOf, listToldSteps } from './sent.store.ts'
import type { SentRow } from './sent.store.ts'
import { MAX_TOLD } from './toldShort.service.ts'
import { listToldOfStop } from './toldShort.store.ts'

/** At one instant the earlier of these stands first. */
export const TIMELINE_KINDS = [
  'BEGAN',
  'SAID',
  'TOLD',
  'TAKEN',
  'REQUEST',
  'CHECKLIST_DUE',
  'CHECKLIST_ANSWERED',
  'CHECKLIST_SKIPPED',
  'CHECKLIST_MISSED',
  'ENDED',
  'REASON_BY_RULE',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** One thing that happened to a stop or because of it; what is not of its kind is missing. Instants are ms UTC. */
export type TimelineEntry = {
  /** Of this entry alone, and the same when it is asked again. */
  readonly id: string
  readonly kind: TimelineKind
  readonly at: number
  /** Who did it, and what they wrote. */
  readonly userId?: UserId | null
  readonly viaStation?: UserId | null
  readonly comment?: string | null
  readonly saying?: PastSaying
  readonly reasonId?: LossReasonId
  readonly notification?: InboxItem
  readonly step?: number
  readonly people?: number
  /** What the viewer may see of who was told by which way. */
  readonly deliveries?: readonly SentRow[]
  readonly request?: WorkRequest
  readonly event?: WorkRequestEvent
  readonly occurrence?: Occurrence
  readonly submission?: Submission
}

/** `isWhole`: whether nothing was left out. */
export type LossTimeline = { readonly entries: readonly TimelineEntry[]; readonly isWhole: boolean }

/** Who looks: what they may not read is not in what they see. */
export type TimelineViewer = {
  readonly userId: UserId
  /** At a station the person who works there. */
  readonly personId: UserId
  /** Which work centers they may see; null = all. */
  readonly visible: ReadonlySet<number> | null
  /** Whether they may see by which way others were told: whoever may read rules. */
  readonly seesDeliveries: boolean
  readonly seesChecklists: boolean
}

export const MAX_ENTRIES = 200
/** So many requests, and checklists, of one stop are shown. */
export const MAX_OF_KIND = 20

/**
 * Returns what happened to the loss and because of it, in the order of time (domain.md AL-30): at most 20 messages, 20 requests and 20 checklists with their
 * course, 50 sayings, and of all that the last 200. Refuses as LOSS_NOT_FOUND a loss that the viewer may not see.
 */
export async function lossTimeline(tenant: Tenant, viewer: TimelineViewer, id: number): Promise<LossTimeline> {
  const loss = await findSeen(tenant, viewer, id)
  const isStop = loss.source === 'STATUS'
  const sayings = cut(await listHistory(tenant, loss, SHOWN_SAYINGS + 1), SHOWN_SAYINGS)
  const told = cut(isStop ? await listToldOfStop(tenant, loss, MAX_TOLD + 1) : [], MAX_TOLD)
  const occurrences = cut(isStop ? await listBecauseOfStop(tenant, loss, MAX_OF_KIND + 1) : [], MAX_OF_KIND)
  const submissions = await listSubmissions(
    tenant,
    occurrences.items.map((one) => one.id),
  )
  const requests = cut(
    await requestsOf(tenant, viewer, { loss, told: told.items, occurrences: occurrences.items, submissions }),
    MAX_OF_KIND,
  )
  const all = [
    ...ownEntries(loss),
    ...sayings.items.map(sayingEntry),
    ...(await toldEntries(tenant, viewer, told.items)),
    ...told.items.flatMap(takenEntry),
    ...(await requestEntries(tenant, requests.items)),
    ...(viewer.seesChecklists ? occurrences.items.flatMap((one) => checklistEntries(one, submissions)) : []),
  ].toSorted((a, b) => a.at - b.at || TIMELINE_KINDS.indexOf(a.kind) - TIMELINE_KINDS.indexOf(b.kind))
  const isCut = [sayings, told, requests, ...(viewer.seesChecklists ? [occurrences] : [])].some((one) => one.isCut)
  return { entries: all.slice(-MAX_ENTRIES), isWhole: !isCut && all.length <= MAX_ENTRIES }
}

type Cut<One> = { readonly items: readonly One[]; readonly isCut: boolean }

function cut<One>(all: readonly One[], limit: number): Cut<One> {
  return { items: all.slice(0, limit), isCut: all.length > limit }
}

async function findSeen(tenant: Tenant, { visible }: TimelineViewer, id: number): Promise<Loss> {
  const filter = { ids: [id], workCenterIds: null, periodFrom: null, periodTo: null }
  const [loss] = id > 0 ? await findLosses(tenant, [id]) : (await pageInvalidLosses(tenant, filter, { limit: 1, offset: 0 })).items
  if (loss === undefined || visible?.has(loss.workCenterId) === false) throw lossNotFound(id)
  return loss
}

/** When the stop began and ended, and its reason where a rule or its status gave it: what is over has the row of its length since its end. */
function ownEntries({ id, source, isValid, start, end, reasonId, reasonSource }: Loss): readonly TimelineEntry[] {
  if (source !== 'STATUS' || !isValid) return []
  const isByRule = reasonId !== null && reasonSource !== 'MANUAL'
  return [
    { id: `began/${id}`, kind: 'BEGAN', at: start },
    ...(end === null ? [] : [{ id: `ended/${id}`, kind: 'ENDED' as const, at: end }]),
    ...(isByRule ? [{ id: `reason/${id}`, kind: 'REASON_BY_RULE' as const, at: end ?? start, reasonId }] : []),
  ]
}

function sayingEntry(saying: PastSaying): TimelineEntry {
  const { id, saidAt, saidBy, viaStation, comment } = saying
  return { id: `said/${id}`, kind: 'SAID', at: saidAt, userId: saidBy, viaStation, comment, saying }
}

/** An entry for each step by which people were told, also where the viewer may not see who they are; one that told nobody is there, too. */
async function toldEntries(tenant: Tenant, viewer: TimelineViewer, told: readonly InboxItem[]): Promise<readonly TimelineEntry[]> {
  if (told.length === 0) return []
  const ids = told.map(({ id }) => id)
  const copies = Map.groupBy(await listToldSteps(tenant, ids), ({ notificationId }) => notificationId)
  const sent = await listSentOf(tenant, ids, viewer.seesDeliveries ? null : viewer.userId)
  return told.flatMap((notification, index) => {
    const { id, firedAt } = notification
    const bySteps = Map.groupBy(sent[index] ?? [], ({ step }) => step)
    const known = new Map((copies.get(id) ?? []).map((one) => [one.step, one]))
    const steps = [...new Set([...known.keys(), ...bySteps.keys()])].toSorted((a, b) => a - b)
    return (steps.length === 0 ? [0] : steps).map((step): TimelineEntry => {
      const deliveries = bySteps.get(step) ?? []
      const first = deliveries.reduce((at, one) => Math.min(at, one.at), known.get(step)?.at ?? Infinity)
      const named = new Set(deliveries.flatMap(({ userId }) => userId ?? []))
      return {
        id: `told/${id}/${step}`,
        kind: 'TOLD',
        at: first === Infinity ? firedAt : first,
        notification,
        step,
        people: known.get(step)?.people ?? named.size,
        deliveries,
      }
    })
  })
}

function takenEntry(notification: InboxItem): readonly TimelineEntry[] {
  const { id, acknowledgedAt: at, acknowledgedBy: userId, comment } = notification
  return at === null ? [] : [{ id: `taken/${id}`, kind: 'TAKEN', at, userId, comment, notification }]
}

type Known = {
  readonly loss: Loss
  readonly told: readonly InboxItem[]
  readonly occurrences: readonly Occurrence[]
  readonly submissions: readonly Submission[]
}

/**
 * The requests that the viewer may see of the loss, of what was told of it, and of the answers to its checklists. One of a loss belongs to that which most
 * of its time lies in, as in ST-3: late data that moves a start takes none away.
 */
async function requestsOf(
  tenant: Tenant,
  { visible, personId }: TimelineViewer,
  { loss, told, occurrences, submissions }: Known,
): Promise<readonly WorkRequest[]> {
  const beginOf = new Map(occurrences.map((one) => [one.id, subjectsOfChecklist(one)]))
  const handedIn = submissions.flatMap(({ occurrenceId, submittedAt }) => {
    const begin = beginOf.get(occurrenceId)
    return begin === undefined ? [] : [{ begin, at: submittedAt }]
  })
  const about = { begin: subjectsOfLosses(loss), notifications: told.map(({ id }) => subjectOfNotification(id)), handedIn }
  const found = await listRequestsAbout(tenant, { ...about, start: loss.start, end: loss.end }, MAX_ENTRIES)
  const seen = found.flatMap(({ id, subject, seenUntil }) => {
    const stretch = subject === null ? null : seenLossOf({ subject, seenUntil })
    return stretch === null ? [] : [{ id, stretch }]
  })
  const losses = await findLossesOver(
    tenant,
    seen.map(({ stretch }) => stretch),
  )
  const ofOthers = new Set(seen.filter((_one, at) => (losses[at]?.id ?? (loss.isValid ? null : loss.id)) !== loss.id).map(({ id }) => id))
  return found.filter((request) => !ofOthers.has(request.id) && isRequestVisible(request, visible, personId))
}

async function requestEntries(tenant: Tenant, requests: readonly WorkRequest[]): Promise<readonly TimelineEntry[]> {
  const ids = requests.map(({ id }) => id)
  // The newest come first.
  const events = Map.groupBy((await listRequestEvents(tenant, ids)).toReversed(), ({ workRequestId }) => workRequestId)
  return requests.flatMap((request) =>
    (events.get(request.id) ?? []).map((event, index): TimelineEntry => {
      const { userId, viaStation, comment, at } = event
      return { id: `request/${request.id}/${index}`, kind: 'REQUEST', at: at.getTime(), userId, viaStation, comment, request, event }
    }),
  )
}

function checklistEntries(occurrence: Occurrence, submissions: readonly Submission[]): readonly TimelineEntry[] {
  const { id, state, dueAt, closesAt, skippedBy: userId, skippedAt, skipReason } = occurrence
  const answered = submissions.filter(({ occurrenceId }) => occurrenceId === id)
  return [
    { id: `due/${id}`, kind: 'CHECKLIST_DUE', at: dueAt, occurrence },
    ...answered.map((submission): TimelineEntry => {
      const { submittedBy, viaStation, submittedAt: at, reason: comment } = submission
      return {
        id: `answered/${submission.id}`,
        kind: 'CHECKLIST_ANSWERED',
        at,
        userId: submittedBy,
        viaStation,
        comment,
        occurrence,
        submission,
      }
    }),
    ...(userId === null
      ? []
      : [{ id: `skipped/${id}`, kind: 'CHECKLIST_SKIPPED' as const, at: skippedAt ?? closesAt, userId, comment: skipReason, occurrence }]),
    ...(state === 'MISSED' ? [{ id: `missed/${id}`, kind: 'CHECKLIST_MISSED' as const, at: closesAt, occurrence }] : []),
  ]
}
