import type { WorkCenterId } from '#engine/ids.ts'
import type { Condition, ConditionFacts, ConditionShift } from '#engine/notification/condition.ts'
import { judgedPeriods, nextJudgedAt } from '#engine/notification/targetPeriod.ts'
import type { PeriodRule, PeriodShift } from '#engine/notification/targetPeriod.ts'
import type { TargetPeriod } from '#engine/notification/notificationType.ts'
import { dateAt, periodOf } from '#engine/time/statPeriod.ts'
import { kpisOf } from '#engine/oee/recordKpis.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { listShifts } from '#server/shift/shift.store.ts'
import { listShiftTimes } from '#server/shift/shiftTimes.ts'
import { listConditionPieces, listConditionStatuses } from './conditionFacts.store.ts'
import type { WatchedWorkCenter } from './conditionFacts.store.ts'

/** Shifts of so long ahead tell when time counts again. */
const WINDOWS_AHEAD_MS = 8 * DAY_MS
const WINDOWS_BEFORE_MS = 2 * DAY_MS
/** A shorter shift is not judged. */
const MIN_PLANNED_MS = 15 * MINUTE_MS
const MAX_SHIFTS = 1_000
/** Shifts of so long before and ahead make up the periods that are judged now or next. */
const PERIOD_REACH = {
  DAY: { beforeMs: 4 * DAY_MS, aheadMs: 3 * DAY_MS },
  WEEK: { beforeMs: 16 * DAY_MS, aheadMs: 9 * DAY_MS },
  MONTH: { beforeMs: 64 * DAY_MS, aheadMs: 33 * DAY_MS },
} as const satisfies Record<Exclude<TargetPeriod, 'SHIFT'>, unknown>

type Stretch = { readonly since: number; readonly now: number }
/** Facts of a stretch that conditions of one work center share. */
export type SharedFacts = Omit<ConditionFacts, 'shifts'> & {
  readonly reasonIdAt: (at: number) => number | null
  /** Figures of the shifts that a target condition is judged by. */
  readonly shiftsOf: (condition: Condition) => readonly ConditionShift[]
}

/** Returns what conditions of the work center are judged by, of the time since then; figures of shifts only where they are needed. */
export async function readFacts(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { since, now }: Stretch,
  asked: { readonly watched: WatchedWorkCenter; readonly needsShifts: boolean },
): Promise<SharedFacts> {
  const statuses = await listConditionStatuses(tenant, workCenterId, since, now)
  const pieces = await listConditionPieces(tenant, workCenterId, since, now)
  const windows = await listShiftTimes(tenant, workCenterId, { start: since - WINDOWS_BEFORE_MS, end: now + WINDOWS_AHEAD_MS })
  const shifts = asked.needsShifts ? await readShifts(tenant, workCenterId, { since, now }, asked.watched) : () => []
  const reasonIdAt = (at: number) => pieces.find(({ start, end }) => start <= at && (end === null || end > at))?.reasonId ?? null
  return { statuses, pieces, windows: windows.map(({ start, end }) => ({ start, end })), reasonIdAt, shiftsOf: shifts }
}

type PeriodFacts = { readonly periods: ConditionFacts['periods']; readonly next: number | null }
const NO_PERIODS: PeriodFacts = { periods: [], next: null }

/** Returns the days, weeks or months that a target is judged by, and when the next is judged; of other conditions none. */
export async function readPeriods(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  {
    condition,
    timeOfSending,
    watched,
  }: Pick<PeriodRule, 'timeOfSending'> & { readonly condition: Condition; readonly watched: WatchedWorkCenter },
  { since, now }: Stretch,
): Promise<PeriodFacts> {
  const { type, mode, periodType = 'SHIFT' } = condition
  if (type !== 'TARGET_VALUE' || periodType === 'SHIFT') return NO_PERIODS
  const { beforeMs, aheadMs } = PERIOD_REACH[periodType]
  const start = Math.min(since, now) - beforeMs
  // The period in which the shifts begin is not whole.
  const firstDate = periodOf(periodType, dateAt(watched.zone, start)).to
  const stored = await listShifts(tenant, { ids: null, workCenterIds: [workCenterId], start, end: now }, MAX_SHIFTS)
  const planned = await listShiftTimes(tenant, workCenterId, { start: now, end: now + aheadMs })
  const known = new Set(stored.map(({ shift }) => shift.start))
  const shifts: readonly PeriodShift[] = [
    ...stored.map(({ shift, terms }) => ({ ...shift, zone: watched.zone, terms })),
    ...planned.filter((one) => !known.has(one.start)).map((one) => ({ ...one, zone: watched.zone, terms: null })),
  ].filter(({ shiftDate }) => shiftDate >= firstDate)
  const rule = { periodType, mode, timeOfSending, switches: watched, target: watched.targets[figureOf(mode)] }
  return { periods: judgedPeriods(rule, shifts, now), next: nextJudgedAt(rule, shifts, now) }
}

function figureOf(mode: Condition['mode']) {
  return mode === 'STATUS' || mode === 'STOP' ? 'OEE' : mode
}

/** Returns the facts as the condition sees them. */
export function factsFor(condition: Condition, facts: SharedFacts): ConditionFacts {
  return { ...facts, shifts: condition.type === 'TARGET_VALUE' ? facts.shiftsOf(condition) : [] }
}

async function readShifts(tenant: Tenant, workCenterId: WorkCenterId, { since, now }: Stretch, watched: WatchedWorkCenter) {
  const filter = { ids: null, workCenterIds: [workCenterId], start: since - DAY_MS - HOUR_MS, end: now }
  const stored = (await listShifts(tenant, filter, MAX_SHIFTS)).toReversed().filter((one) => one.shift.end <= now)
  const figures = stored.map(({ shift, terms }) => {
    const planned = terms.elapsedMs - terms.excludedMs - terms.noDataMs
    return { start: shift.start, end: shift.end, kpis: planned < MIN_PLANNED_MS ? null : kpisOf(terms, watched) }
  })
  return ({ mode }: Condition): readonly ConditionShift[] =>
    figures.map(({ start, end, kpis }) => {
      const name = figureOf(mode)
      const share =
        kpis === null
          ? null
          : { OEE: kpis.oee, AVAILABILITY: kpis.availability, PERFORMANCE: kpis.performance, QUALITY: kpis.quality }[name]
      return { start, end, value: share === null ? null : share * 100, target: watched.targets[name] }
    })
}
