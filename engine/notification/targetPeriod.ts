import type { OeeTerms } from '#engine/facts.ts'
import { figuresOf } from '#engine/oee/figures.ts'
import type { FactorSwitches } from '#engine/oee/kpis.ts'
import { runTimesOf } from '#engine/oee/kpis.ts'
import { addSums, NO_SUMS, sumsOf } from '#engine/oee/recordSums.ts'
import { attainmentOf } from '#engine/output/targetsOfShift.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import { clockInstant, periodOf } from '#engine/time/statPeriod.ts'
import type { ConditionPeriod } from './condition.ts'
import { SHIFT_SETTLES_MS } from './shiftSettles.ts'
import { targetMode } from './notificationType.ts'
import type { NotificationMode, TargetPeriod } from './notificationType.ts'

/** A period with less planned production is not judged. */
export const MIN_PLANNED_MS = 15 * MINUTE_MS
/** When a day, week or month is judged, if the rule does not say. */
const USUAL_TIME = '08:00'
const PERCENT = 100

/** A shift that is over, goes on or is to come; no terms = nothing is known of it yet. */
export type PeriodShift = Interval & {
  readonly shiftDate: string
  /** The zone in which its times were made. */
  readonly zone: string
  readonly terms: OeeTerms | null
  /** Units that should have been made; null = no target is set, or a speed that it needs is unknown. Only where output is compared. */
  readonly targetOutput?: number | null
}

/** Which figure of which period a rule compares, and when. */
export type PeriodRule = {
  readonly periodType: TargetPeriod
  readonly mode: NotificationMode
  /** `HH:mm` of the plant's clock, for days and longer; null = 08:00. */
  readonly timeOfSending: string | null
  readonly switches: FactorSwitches
  /** The target in force, in percent. */
  readonly target: number | null
}

/** Why a period has no figure to judge. */
export type Skipped = 'TOO_SHORT' | 'NO_FIGURE'
export type JudgedPeriod = ConditionPeriod & {
  /** The first shift date. */
  readonly from: string
  readonly skipped: Skipped | null
}

/**
 * Returns the periods that are judged by `now`, ascending: a shift five minutes after its end; the shifts of a production day at the time of sending on the
 * day after, of a week on Monday, of a month on its first day, in no case earlier than five minutes after their last shift (domain.md AL-4, S-42).
 */
export function judgedPeriods(rule: PeriodRule, shifts: readonly PeriodShift[], now: number): readonly JudgedPeriod[] {
  return periodsOf(rule, shifts)
    .filter(({ judgedAt }) => judgedAt <= now)
    .map(({ own, from, start, end, judgedAt }) => ({ from, start, end, judgedAt, target: rule.target, ...figureOf(rule, own) }))
}

/** Returns when the next period is judged; null = none of these shifts waits for it. */
export function nextJudgedAt(rule: PeriodRule, shifts: readonly PeriodShift[], now: number): number | null {
  return periodsOf(rule, shifts).find(({ judgedAt }) => judgedAt > now)?.judgedAt ?? null
}

function periodsOf(rule: PeriodRule, shifts: readonly PeriodShift[]) {
  const keyOf = ({ start, shiftDate }: PeriodShift) =>
    rule.periodType === 'SHIFT' ? String(start) : periodOf(rule.periodType, shiftDate).from
  const groups = Map.groupBy(
    shifts.toSorted((a, b) => a.start - b.start),
    keyOf,
  )
  return [...groups.values()].flatMap((own) => {
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined) return []
    const { from, to } = periodOf(rule.periodType, first.shiftDate)
    return [{ own, from, start: first.start, end: last.end, judgedAt: judgedAtOf(rule, { to, last }) }]
  })
}

function judgedAtOf({ periodType, timeOfSending }: PeriodRule, { to, last }: { readonly to: string; readonly last: PeriodShift }): number {
  const settled = last.end + SHIFT_SETTLES_MS
  if (periodType === 'SHIFT') return settled
  const [hours = 0, minutes = 0] = (timeOfSending ?? USUAL_TIME).split(':').map(Number)
  return Math.max(settled, clockInstant(last.zone, to, { hours, minutes }))
}

/** The figure of all shifts together, as a ratio of sums. */
function figureOf({ mode, switches }: PeriodRule, shifts: readonly PeriodShift[]): Pick<JudgedPeriod, 'value' | 'skipped'> {
  const sums = shifts.reduce((sum, { terms }) => (terms === null ? sum : addSums(sum, sumsOf(terms))), NO_SUMS)
  if (runTimesOf(sums).plannedMs < MIN_PLANNED_MS) return { value: null, skipped: 'TOO_SHORT' }
  const { oee, availability, performance, quality } = figuresOf([{ sums, switches }])
  const output = mode === 'OUTPUT' ? attainmentOf(sums.output.accepted, targetOutputOf(shifts)) : null
  const share = { OEE: oee, AVAILABILITY: availability, PERFORMANCE: performance, QUALITY: quality, OUTPUT: output }[targetMode(mode)]
  return share === null ? { value: null, skipped: 'NO_FIGURE' } : { value: share * PERCENT, skipped: null }
}

/** Units that all shifts together should have made; null where one of them has no target. */
function targetOutputOf(shifts: readonly PeriodShift[]): number | null {
  return shifts
    .filter(({ terms }) => terms !== null)
    .reduce<number | null>((sum, { targetOutput = null }) => (sum === null || targetOutput === null ? null : sum + targetOutput), 0)
}
