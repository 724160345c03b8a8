import { atOnce } from '#engine/pieces.ts'
import type { Pieces } from '#engine/pieces.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Condition, ConditionFacts, ConditionPeriod, ConditionStatus, Episode } from './condition.ts'
import { batteryEpisodes } from './batteryLow.ts'
import { BRIDGED_MS } from './chainStart.ts'
import { deviationEpisodes, missedEpisodes } from './checklistAttention.ts'
import { connectionErrors, refusalsEndAt } from './connectionError.ts'
import { difference, intersection, joined } from './countedTime.ts'
import { dePhasingEpisodes, unbalanceEpisodes } from './dePhasing.ts'
import { flowErrors } from './flowError.ts'
import { missedPeriods } from './missedTargets.ts'
import { noticeEpisodes } from './notice.ts'
import type { NotificationType } from './notificationType.ts'
import { SHIFT_SETTLES_MS } from './shiftSettles.ts'
import { nextReminderAt, reminderEpisodes } from './taskReminder.ts'

/** An episode ends with its shift when the next one is further away (domain.md AL-3). */
const MAX_REST_MS = 12 * HOUR_MS
/** Shifts are known some days ahead: what goes on while none is, is looked at again after so long (domain.md AL-3). */
const LOOK_AGAIN_MS = 7 * DAY_MS

/** Returns the stretches in which the condition holds as of `now` (ms UTC), ascending (domain.md AL-3). */
export function episodesOf(condition: Condition, facts: ConditionFacts, now: number): readonly Episode[] {
  switch (condition.type) {
    case 'STATUS_DURATION':
      return untilNow(stopEpisodes(condition, facts), now)
    case 'CONNECTION_LOST':
      return untilNow(inShifts(joined(spansOf(facts.statuses, isSilent)), facts.windows), now)
    case 'WORK_CENTER_OFF':
      return joined(spansOf(facts.statuses, isOff)).map((span) => ({ since: span.start, until: endOf(span), counted: [span] }))
    case 'WORK_IN_NON_WORK_TIME':
      return untilNow(outsideShifts(facts, now), now)
    case 'TARGET_VALUE':
      return missedPeriods(condition, judgedIn(condition, facts))
    case 'BATTERY_LOW':
    case 'DE_PHASING':
      return atOnce(measuredPieces(condition, facts, now))
    case 'CONNECTION_ERROR':
      return connectionErrors(facts.refused ?? [], now)
    case 'FLOW_ERROR':
      return flowErrors(facts.flow ?? [], now)
    case 'CHECKLIST_DEVIATION':
      return deviationEpisodes(facts.runs ?? [], Number(condition.subject))
    case 'CHECKLIST_MISSED':
      return missedEpisodes(facts.runs ?? [], Number(condition.subject)).filter(({ since }) => since <= now)
    case 'TASK_WAITING':
      return reminderEpisodes(facts.tasks ?? [], condition.subject ?? '').filter(({ since }) => since <= now)
    case 'INTEGRATION_ATTENTION':
    case 'LATE_DATA':
    case 'ORDER_REACHED':
    case 'PREPAID_ENDING':
    case 'UNKNOWN':
      return noticeEpisodes(facts.notices ?? [], { type: condition.type, subject: condition.subject ?? null })
  }
}

/** Returns the episodes of a condition that is judged by each value of a sensor, in pieces; of others none. */
export function* measuredPieces(
  { type, targetValue, subject }: Condition,
  { battery = [], phases, goesOn }: Pick<ConditionFacts, 'battery' | 'goesOn' | 'phases'>,
  now: number,
): Pieces<readonly Episode[]> {
  if (type === 'BATTERY_LOW') return yield* batteryEpisodes(battery, { targetValue, now, goesOn })
  if (type !== 'DE_PHASING' || phases === undefined) return []
  const episodes = subject === undefined ? dePhasingEpisodes : unbalanceEpisodes
  return yield* episodes(phases.readings, { ...phases, targetValue, now, goesOn })
}

/** Returns whether an episode is gone only because its stop got a planned or excluded reason: then it is over, and not taken back. */
export function isExcused(
  condition: Condition,
  facts: ConditionFacts,
  { since, until }: Pick<Episode, 'since' | 'until'>,
  now: number,
): boolean {
  if (condition.type !== 'STATUS_DURATION' || !condition.unlessPlanned) return false
  const end = until ?? Infinity
  const hasExcuse = facts.pieces.some((piece) => piece.isExcused && piece.start < end && (piece.end ?? Infinity) > since)
  const stands = (one: Episode) => one.since <= since && (one.until ?? Infinity) > since
  return hasExcuse && episodesOf({ ...condition, unlessPlanned: false }, facts, now).some(stands)
}

/**
 * Returns the figure that the period of a target has now which began then, and when the next one was judged (null = it was not): a figure that was told stays
 * told also where it no longer misses its target (domain.md AL-7). null = there is no such period.
 */
export function figureNow(
  condition: Condition,
  facts: ConditionFacts,
  since: number,
  now: number,
): { readonly value: number | null; readonly until: number | null } | null {
  const periods = judgedIn(condition, facts)
  const at = periods.findIndex(({ start }) => start === since)
  const period = periods[at]
  if (period === undefined) return null
  const next = periods[at + 1]
  const until = next === undefined ? null : Math.max(period.judgedAt, next.judgedAt)
  return { value: period.value, until: until !== null && until <= now ? until : null }
}

/** Returns when the clock alone begins or ends an episode next, or may when no shift is known; null = never. */
export function nextBorder(condition: Condition, { statuses, windows, refused, tasks }: ConditionFacts, now: number): number | null {
  if (condition.type === 'TASK_WAITING') return nextReminderAt(tasks ?? [], now)
  if (condition.type === 'CONNECTION_ERROR') return refusalsEndAt(refused ?? [], now)
  if (!FOLLOWS_CLOCK.includes(condition.type)) return null
  const goesOn = spansOf(statuses, holding(condition)).some(({ end }) => end === Infinity)
  if (!goesOn && condition.type !== 'WORK_IN_NON_WORK_TIME') return null
  const ended = condition.type === 'WORK_IN_NON_WORK_TIME' ? statuses.findLast((one) => one.isEffective)?.end : null
  const borders = [...windows.flatMap(({ start, end }) => [start, end]), ...(ended == null ? [] : [ended + BRIDGED_MS])]
  const next = borders.filter((at) => at > now).reduce<number | null>((least, at) => Math.min(least ?? at, at), null)
  return next ?? (goesOn ? now + LOOK_AGAIN_MS : null)
}

/** Types whose episodes begin and end with shifts. */
const FOLLOWS_CLOCK: readonly NotificationType[] = ['STATUS_DURATION', 'CONNECTION_LOST', 'WORK_IN_NON_WORK_TIME']

/** What goes on has no end before the clock has come there, and what would begin anew afterwards is not looked at before. */
function untilNow(episodes: readonly Episode[], now: number): readonly Episode[] {
  const ahead = episodes.findIndex(({ until }) => until === null || until > now)
  if (ahead === -1) return episodes
  return episodes.slice(0, ahead + 1).map((one, index) => (index === ahead ? { ...one, until: null } : one))
}

/** Whether the condition holds in a status, whatever the shifts. */
function holding({ type, statusRuleId }: Condition): (one: ConditionStatus) => boolean {
  if (type === 'CONNECTION_LOST') return isSilent
  if (type === 'WORK_IN_NON_WORK_TIME') return (one) => one.isEffective
  return (one) => (statusRuleId === null ? one.isStop : one.statusRuleId === statusRuleId)
}

function stopEpisodes(condition: Condition, { statuses, pieces, windows }: ConditionFacts): readonly Episode[] {
  const { mode, unlessPlanned } = condition
  const spans = spansOf(statuses, holding(condition))
  const whole = mode === 'STOP' ? joined(spans) : spans
  if (!unlessPlanned) return inShifts(whole, windows)
  const excused = pieces.filter((piece) => piece.isExcused).map(spanOf)
  return inShifts(
    whole.flatMap((span) => difference([span], excused)),
    windows,
  )
}

/** Out of schedule the clock of an episode stops; one that would rest for long ends with its shift, and what goes on begins anew with the next. */
function inShifts(spans: readonly Interval[], windows: readonly Interval[]): readonly Episode[] {
  return spans.flatMap((span) => {
    const episodes: Episode[] = []
    for (const group of groupsOf(intersection([span], joined(windows)), MAX_REST_MS)) {
      const [first, last] = [group[0], group.at(-1)]
      if (first === undefined || last === undefined) continue
      const isFirst = first.start - span.start <= MAX_REST_MS
      const next = windows.find(({ start }) => start >= last.end)
      const rests = next === undefined || next.start - last.end > MAX_REST_MS
      const goesOn = span.end > last.end
      const until = goesOn && rests ? last.end : endOf(span)
      episodes.push({ since: isFirst ? span.start : first.start, until, counted: group })
    }
    return episodes
  })
}

function groupsOf(parts: readonly Interval[], restMs: number): readonly (readonly Interval[])[] {
  const groups: Interval[][] = []
  for (const part of parts) {
    const group = groups.at(-1)
    if (group === undefined || part.start - (group.at(-1)?.end ?? 0) > restMs) groups.push([part])
    else group.push(part)
  }
  return groups
}

function outsideShifts({ statuses, windows }: ConditionFacts, now: number): readonly Episode[] {
  if (windows.length === 0) return []
  const worked = difference(joined(spansOf(statuses, (one) => one.isEffective)), windows)
  // A shift between two stretches parts them, however short it is.
  const bridged = joined(worked, BRIDGED_MS).flatMap((span) => difference([span], windows))
  return bridged.map((span) => {
    const isBeginOfShift = windows.some(({ start }) => start === span.end)
    const isOver = isBeginOfShift || span.end + BRIDGED_MS <= now
    return { since: span.start, until: isOver ? span.end : null, counted: intersection([span], worked) }
  })
}

function judgedIn({ periodType = 'SHIFT' }: Condition, { shifts, periods = [] }: ConditionFacts): readonly ConditionPeriod[] {
  return periodType === 'SHIFT' ? shifts.map((shift) => ({ ...shift, judgedAt: shift.end + SHIFT_SETTLES_MS })) : periods
}

function spansOf(statuses: readonly ConditionStatus[], holds: (one: ConditionStatus) => boolean): readonly Interval[] {
  return statuses.filter(holds).map(spanOf)
}

function spanOf({ start, end }: { readonly start: number; readonly end: number | null }): Interval {
  return { start, end: end ?? Infinity }
}

function endOf({ end }: Interval): number | null {
  return end === Infinity ? null : end
}

function isOff({ kind, cause }: ConditionStatus): boolean {
  return kind === 'NO_DATA' && (cause === 'BATTERY_EMPTY' || cause === 'DEVICE_OFF')
}

function isSilent({ kind, cause }: ConditionStatus): boolean {
  return kind === 'NO_DATA' && (cause === 'SILENT' || cause === 'UNAVAILABLE')
}
