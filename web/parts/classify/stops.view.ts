import { lengthClassOf } from '#engine/loss/rankReasons.ts'
import type { LossFieldsFragment, ReasonRankingsQuery, ReasonsToChooseQuery, SaidVia } from '#web/api/generated/graphql.ts'
import { lossClassification } from '#web/parts/lossClassification.ts'
import { lossStyle } from '#web/parts/lossStyle.ts'
import type { StatusStyle } from '#web/parts/statusStyle.ts'
import type { StatusRow } from '#web/parts/timeline/statusSpans.ts'
import { foldText } from '#web/ui/foldText.ts'

export type Stop = {
  readonly id: number
  readonly workCenterId: number
  readonly source: LossFieldsFragment['source']
  readonly version: number
  /** UTC ms; `end` null = it goes on. */
  readonly start: number
  readonly end: number | null
  readonly style: StatusStyle
  readonly kind: LossFieldsFragment['kind']
  readonly statusRuleId: number | null
  readonly statusName: string | null
  /** Whether somebody has to give it a reason where it has none (domain.md S-31). */
  readonly needsReason: boolean
  readonly reasonId: number | null
  readonly reason: string | null
  readonly reasonSource: LossFieldsFragment['reasonSource']
  readonly isProvisional: boolean
  readonly isApproved: boolean
  /** Why the viewer may not classify it, as the server answers; null = they may. */
  readonly refusal: Problem | null
  readonly comment: string | null
  /** Whether what is shown of it is not sent yet. */
  readonly isUnsent: boolean
  /** Who changed it last, and when in UTC ms; null = nobody. */
  readonly changed: { readonly name: string; readonly at: number } | null
}

/** A loss with what was decided about it; `isUnsent`: the server does not know it yet. */
export type ShownLoss = LossFieldsFragment & { readonly isUnsent?: boolean }

/** Returns a loss of the API as the list of stops shows it. */
export function stopOf(loss: ShownLoss): Stop {
  return {
    id: loss.id,
    workCenterId: loss.workCenterId,
    source: loss.source,
    version: loss.version,
    start: Date.parse(loss.timeStart),
    end: loss.timeEnd == null ? null : Date.parse(loss.timeEnd),
    style: lossStyle(loss),
    kind: loss.kind,
    statusRuleId: loss.statusRule?.id ?? null,
    statusName: loss.statusRule?.name ?? null,
    needsReason: lossClassification({ ...loss, reason: null }) === 'UNCLASSIFIED',
    reasonId: loss.reason?.id ?? null,
    reason: loss.reason?.name ?? null,
    reasonSource: loss.reasonSource ?? null,
    isProvisional: loss.isProvisional,
    isApproved: loss.isApproved,
    refusal: loss.editRefusal == null ? null : problemOf([loss.editRefusal]),
    comment: loss.comment ?? null,
    isUnsent: loss.isUnsent ?? false,
    changed: loss.updatedBy == null || loss.updatedOn == null ? null : { name: loss.updatedBy.fullName, at: Date.parse(loss.updatedOn) },
  }
}

export type StopList = {
  /** Those that lack a reason first, then the others, each newest first. */
  readonly stops: readonly Stop[]
  readonly openCount: number
}

/** Returns the stops by urgency: one without a reason never falls behind an explained one (U-7). */
export function listStops(losses: readonly ShownLoss[]): StopList {
  const stops = losses.map(stopOf).toSorted((left, right) => right.start - left.start)
  const open = stops.filter(isOpen)
  return { stops: [...open, ...stops.filter((stop) => !isOpen(stop))], openCount: open.length }
}

/** How many stops are on their way, and how many of them lack a reason. */
export type ExpectedStops = { readonly count: number; readonly openCount: number }

/** Returns how many stops the list will have, from the strip of the shift: each stretch that looks like a stop is one. */
export function expectedStops(strip: readonly Pick<StatusRow, 'look'>[]): ExpectedStops {
  const looks = strip.flatMap(({ look }) => look ?? [])
  return { count: looks.length, openCount: looks.filter((look) => look === 'UNEXPLAINED').length }
}

const SHOWN = 6

/** Returns how many stops are shown before all are asked for: all without a reason, and always some. */
export function shownFirst(openCount: number): number {
  return Math.max(SHOWN, openCount)
}

/** Returns whether somebody should give the stop a reason; small and planned stops, lost speed and rejects need none. */
export function isOpen(stop: Pick<Stop, 'needsReason' | 'reasonId'>): boolean {
  return stop.reasonId === null && stop.needsReason
}

export type Choice = ReasonsToChooseQuery['lossCategories'][number]['reason']
export type ChoiceGroup = { readonly type: Choice['type']; readonly choices: readonly Choice[] }

/** Above this many reasons a search is worth its place. */
export const SEARCH_ABOVE = 8

/** Returns the reasons that match the text, the unplanned ones first, in the order of the company; a group without any is left out. */
export function groupChoices(choices: readonly Choice[], text: string): readonly ChoiceGroup[] {
  const wanted = foldText(text)
  const matching = choices.filter(({ name }) => foldText(name).includes(wanted))
  return (['UNPLANNED', 'PLANNED'] as const)
    .map((type) => ({ type, choices: matching.filter((choice) => choice.type === type) }))
    .filter((group) => group.choices.length > 0)
}

/** A reason among the first tiles; `likeCount` of `ofCount` explained stops like this had it. */
export type FirstChoice = { readonly choice: Choice; readonly likeCount: number; readonly ofCount: number }

/** As many tiles come first. */
export const FIRST_TILES = 6

/** Returns the reasons to offer first for the stop, in order (domain.md S-33); none where people have said nothing of any stop here. */
export function firstChoices(
  rankings: ReasonRankingsQuery['lossReasonRankings'],
  choices: readonly Choice[],
  stop: Pick<Stop, 'source' | 'kind' | 'statusRuleId' | 'start' | 'end'>,
  now: number,
  most = FIRST_TILES,
): readonly FirstChoice[] {
  if (stop.source !== 'STATUS') return []
  const length = lengthClassOf((stop.end ?? now) - stop.start)
  const ofLength = rankings.filter((one) => one.length === length)
  const found =
    ofLength.find((one) => (stop.statusRuleId === null ? one.kind === stop.kind : one.statusRuleId === stop.statusRuleId)) ??
    ofLength.find((one) => one.kind === 'UNDEFINED')
  return (found?.reasons ?? []).slice(0, most).flatMap(({ reasonId, likeCount, ofCount }) => {
    const choice = choices.find(({ id }) => id === reasonId)
    return choice === undefined ? [] : [{ choice, likeCount, ofCount }]
  })
}

/** Returns the reason that is left of a search; null for none or several. */
export function onlyMatch(groups: readonly ChoiceGroup[]): Choice | null {
  const [first, ...others] = groups.flatMap(({ choices }) => choices)
  return first !== undefined && others.length === 0 ? first : null
}

/** What a person decided about a stop: a reason or none, and a comment. */
export type Decision = {
  readonly stop: Stop
  readonly reasonId: number | null
  readonly reason: string | null
  readonly comment: string | null
  /** Of the reason; left out where it is not known. */
  readonly type?: Choice['type']
  readonly how?: ChoiceHow
}

/** How a reason was found: which tile, after how long, or by a search or the whole list. */
export type ChoiceHow = { readonly via: SaidVia; readonly tilePlace?: number; readonly shownMs?: number }

/** A decision about a loss, and the loss as the server saved it; null while it is on its way. */
export type Given = { readonly decision: Decision; readonly after: LossFieldsFragment | null }

/** Returns the losses with what was decided about them, by their ids, until the list itself tells it or something newer. */
export function withGiven<Loss extends ShownLoss>(losses: readonly Loss[], given: ReadonlyMap<number, Given>): readonly Loss[] {
  if (given.size === 0) return losses
  return losses.map((loss): Loss => {
    const found = given.get(loss.id)
    if (found === undefined) return loss
    const { decision, after } = found
    if (after === null) return loss.version > decision.stop.version ? loss : decidedLoss(loss, decision)
    if (after.version <= loss.version) return loss
    // Its edges are those of the list: they may have moved since.
    const { version, reason, reasonSource, comment, isApproved, isProvisional, editRefusal } = after
    return { ...loss, version, reason, reasonSource, comment, isApproved, isProvisional, editRefusal }
  })
}

function decidedLoss<Loss extends ShownLoss>(loss: Loss, { reasonId, reason, comment, type = 'UNPLANNED' }: Decision): Loss {
  if (reasonId === null || reason === null) return { ...loss, reason: null, reasonSource: null, comment }
  const known = loss.reason?.id === reasonId ? loss.reason : null
  const decided = known ?? { id: reasonId, name: reason, color: '', type, isSmallStop: false, activityTypes: [] }
  return { ...loss, reason: decided, reasonSource: 'MANUAL', comment }
}

/** Returns the stop that most asks for a reason: the newest without one that the viewer may classify; null without any. */
export function stopToExplain(list: StopList, isSaving: (id: number) => boolean, exceptId: number | null = null): Stop | null {
  return list.stops.find((stop) => isOpen(stop) && stop.id !== exceptId && stop.refusal === null && !isSaving(stop.id)) ?? null
}

/** Returns what to send for a decision, against the version that was seen or, to replace a newer one, against that. */
export function writeDecision({ stop, reasonId, comment, how }: Decision, version: number = stop.version) {
  return { id: stop.id, version, reasonId, comment, ...how }
}

/** Returns what takes a saved decision back: the reason that a person had given, else none, so that rules decide again; comment and approval as before. */
export function undoOf(before: Stop, saved: Pick<Stop, 'id' | 'version'>) {
  const reasonId = before.reasonSource === 'MANUAL' ? before.reasonId : null
  return { id: saved.id, version: saved.version, reasonId, comment: before.comment, ...(before.isApproved && { isApproved: true }) }
}

export const PROBLEMS = [
  'CONFLICT',
  'FORBIDDEN',
  'LOSS_APPROVED',
  'LOSS_NOT_FOUND',
  'LOSS_REASON_NOT_FOUND',
  'REQUIRED',
  'SHIFT_CONFIRMED',
] as const
export type Problem = (typeof PROBLEMS)[number] | 'OTHER'

/** Returns what kept a decision from being saved, from the codes of the API; no code is a failure of the way there. */
export function problemOf(codes: readonly unknown[]): Problem {
  return PROBLEMS.find((problem) => codes.includes(problem)) ?? 'OTHER'
}
