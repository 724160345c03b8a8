import type { LossInterval, OeeTerms } from '#engine/facts.ts'
import type { LossAnnotation } from '#engine/loss/lossSetup.ts'
import type { LossReason } from '#engine/loss/lossReason.ts'
import type { StatusKind, StatusRule } from '#engine/status/statusRule.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { SECOND_MS } from '#engine/time/durations.ts'

/** A stop or silence of the timeline, from its first second to after its last. */
export type ReferenceStop = {
  readonly start: number
  readonly end: number
  readonly kind: StatusKind
  readonly isNotSetUp: boolean
  readonly rule: StatusRule | undefined
  readonly statusRuleId: LossInterval['statusRuleId']
}

/** What holds for one second of a stop. */
export type ReferenceSecond = Pick<LossInterval, 'reasonId' | 'reasonSource' | 'annotationId'> & {
  readonly isOverLimit: boolean
  readonly reason: LossReason | undefined
}

/** The times of a shift that the reference knows, in ms. */
export type ReferenceTerms = { -readonly [Key in (typeof REFERENCE_TERMS)[number]]: OeeTerms[Key] }

export const REFERENCE_TERMS = [
  'elapsedMs',
  'excludedMs',
  'noDataMs',
  'availabilityLossMs',
  'smallStopMs',
  'plannedDowntimeMs',
  'unplannedDowntimeMs',
  'unclassifiedDowntimeMs',
  'plannedIncludedMs',
  'unplannedIncludedMs',
  'setupMs',
  'failureMs',
  'failureCount',
] as const satisfies readonly (keyof OeeTerms)[]

/** Returns the reason of each second of the stop, by S-7 and S-23 to S-32. */
export function secondsOfStop(stop: ReferenceStop, setup: WorkCenterSetup, shiftStartAt: (at: number) => number | null): ReferenceSecond[] {
  const seconds: ReferenceSecond[] = []
  let since = stop.start
  let reasonBefore: LossReason | undefined
  let annotationBefore: LossAnnotation | undefined
  for (let at = stop.start; at < stop.end; at += SECOND_MS) {
    const annotation = annotationAt(at, stop, setup, shiftStartAt)
    const manual = reasonOf(setup, annotation?.reasonId)
    const base = manual ? { reason: manual, source: 'MANUAL' as const } : baseOf(stop, setup)
    const { reason } = base
    const limit = reason?.maximumAllowedDurationMs ?? Infinity
    const isSaidAnew = annotation !== undefined && annotation !== annotationBefore && at - since >= limit
    if (reason !== reasonBefore || isSaidAnew) since = at
    reasonBefore = reason
    annotationBefore = annotation
    if (reason && at - since >= limit) {
      seconds.push({ reasonId: null, reasonSource: null, annotationId: null, isOverLimit: true, reason: undefined })
      continue
    }
    seconds.push({
      reasonId: reason?.id ?? null,
      reasonSource: reason ? base.source : null,
      annotationId: annotation?.id ?? null,
      isOverLimit: false,
      reason,
    })
  }
  return seconds
}

/** Adds a second of a shift to the one bucket and activity that it belongs to (G-14). */
export function addSecond(
  terms: ReferenceTerms,
  stop: ReferenceStop,
  second: ReferenceSecond | undefined,
  { oee, losses }: WorkCenterSetup,
): void {
  terms.elapsedMs += SECOND_MS
  if (!second) return
  const { reason } = second
  const isUntold = !reason && stop.kind === 'NO_DATA' && second.annotationId === null && !second.isOverLimit
  if (isUntold && (oee.noDataPolicy === 'EXCLUDE' || stop.isNotSetUp)) {
    terms.noDataMs += SECOND_MS
    return
  }
  if (reason?.includeInOee && (reason.isSmallStop || reason.category === 'PERFORMANCE')) {
    terms.smallStopMs += SECOND_MS
    return
  }
  const isScheduled = stop.rule?.isScheduledLoss === true && !second.isOverLimit && losses.defaultPlannedReasonId === null
  const type = reason ? reason.type : isScheduled ? 'PLANNED' : 'UNCLASSIFIED'
  const isIncluded = reason ? reason.includeInOee : true
  if (isIncluded) terms.availabilityLossMs += SECOND_MS
  else terms.excludedMs += SECOND_MS
  if (type === 'PLANNED') terms.plannedDowntimeMs += SECOND_MS
  else if (type === 'UNPLANNED') terms.unplannedDowntimeMs += SECOND_MS
  else terms.unclassifiedDowntimeMs += SECOND_MS
  if (isIncluded && type === 'PLANNED') terms.plannedIncludedMs += SECOND_MS
  if (isIncluded && type === 'UNPLANNED') terms.unplannedIncludedMs += SECOND_MS
  if (reason?.activityTypes.some((activity) => activity === 'SETUP_TIME' || activity === 'CHANGEOVER_TIME')) terms.setupMs += SECOND_MS
  if (reason?.activityTypes.includes('BREAKDOWN_TIME')) terms.failureMs += SECOND_MS
}

/** S-28: its own range first; else the neighbour at the stop's edge, of two the one that covers more of the stop. */
function annotationAt(
  at: number,
  stop: ReferenceStop,
  setup: WorkCenterSetup,
  shiftStartAt: (at: number) => number | null,
): LossAnnotation | undefined {
  const endOf = (annotation: LossAnnotation): number => annotation.end ?? Infinity
  const own = setup.losses.annotations.filter(
    (annotation) =>
      annotation.source === 'STATUS' &&
      (stop.kind !== 'NO_DATA' || annotation.isManual) &&
      annotation.start < stop.end &&
      (annotation.end === null ? annotation.start >= stop.start : annotation.end > stop.start),
  )
  const covering = own.find((annotation) => annotation.start <= at && at < endOf(annotation))
  if (covering) return covering
  const before = own.findLast((annotation) => endOf(annotation) <= at)
  const after = own.find((annotation) => annotation.start > at)
  const left = before?.endsWithStop ? before : undefined
  const right = after?.startsWithStop && at >= (shiftStartAt(after.start) ?? after.start) ? after : undefined
  if (!left || !right) return left ?? right
  const covered = (annotation: LossAnnotation): number =>
    annotation.end === null ? Infinity : Math.min(annotation.end, stop.end) - Math.max(annotation.start, stop.start)
  return covered(right) > covered(left) ? right : left
}

/** S-23, then S-7. */
function baseOf(stop: ReferenceStop, setup: WorkCenterSetup): { reason: LossReason | undefined; source: 'RULE' | 'STATUS' | null } {
  if (stop.kind === 'NO_DATA') return { reason: undefined, source: null }
  const { trackingRules, defaultPlannedReasonId } = setup.losses
  const length = stop.end - stop.start
  const isGenerating = !stop.rule || stop.rule.needGenerateEventByState
  const row = trackingRules
    .filter((rule) => rule.statusRuleId === stop.statusRuleId && rule.validFrom <= stop.start && stop.start < (rule.validTo ?? Infinity))
    .flatMap((rule) => rule.rows)
    .find(({ fromMs, toMs }) => fromMs <= length && length < (toMs ?? Infinity))
  const byRule = isGenerating ? reasonOf(setup, row?.reasonId) : undefined
  if (byRule?.isOffered) return { reason: byRule, source: 'RULE' }
  return { reason: stop.rule?.isScheduledLoss ? reasonOf(setup, defaultPlannedReasonId) : undefined, source: 'STATUS' }
}

function reasonOf(setup: WorkCenterSetup, id: LossReason['id'] | null | undefined): LossReason | undefined {
  return setup.losses.reasons.find((reason) => reason.id === id)
}
