import type { WorkCenterId } from '#engine/ids.ts'
import type { Condition, ConditionFacts, ConditionShift } from '#engine/notification/condition.ts'
import { judgedPeriods, nextJudgedAt } from '#engine/notification/targetPeriod.ts'
import type { PeriodRule, PeriodShift } from '#engine/notification/targetPeriod.ts'
import { targetMode } from '#engine/notification/notificationType.ts'
import type { TargetPeriod } from '#engine/notification/notificationType.ts'
import { dateAt, periodOf } from '#engine/time/statPeriod.ts'
import { kpisOf } from '#engine/oee/recordKpis.ts'
import { attainmentOf } from '#engine/output/targetsOfShift.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { targetsOfShifts } from '#server/oee/shiftTarget.service.ts'
import { listShifts } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
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
  asked: { readonly watched: WatchedWorkCenter; readonly needsShifts: boolean; readonly needsOutput: boolean },
): Promise<SharedFacts> {
  const statuses = await listConditionStatuses(tenant, workCenterId, since, now)
  const pieces = await listConditionPieces(tenant, workCenterId, since, now)
  const windows = await listShiftTimes(tenant, workCenterId, { start: since - WINDOWS_BEFORE_MS, end: now + WINDOWS_AHEAD_MS })
  const shifts = asked.needsShifts ? await readShifts(tenant, workCenterId, { since, now }, asked) : () => []
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
  const targetOf = mode === 'OUTPUT' ? await targetOutputs(tenant, workCenterId, stored) : () => null
  const planned = await listShiftTimes(tenant, workCenterId, { start: now, end: now + aheadMs })
  const known = new Set(stored.map(({ shift }) => shift.start))
  const shifts: readonly PeriodShift[] = [
    ...stored.map(({ shift, terms }) => ({ ...shift, zone: watched.zone, terms, targetOutput: targetOf(shift.start) })),
    ...planned.filter((one) => !known.has(one.start)).map((one) => ({ ...one, zone: watched.zone, terms: null })),
  ].filter(({ shiftDate }) => shiftDate >= firstDate)
  const rule = { periodType, mode, timeOfSending, switches: watched, target: targetInForce(mode, watched) }
  return { periods: judgedPeriods(rule, shifts, now), next: nextJudgedAt(rule, shifts, now) }
}

/** The target output is what is asked for: all of it. */
const ALL_OUTPUT_PERCENT = 100

function targetInForce(mode: Condition['mode'], { targets }: Pick<WatchedWorkCenter, 'targets'>): number | null {
  const figure = targetMode(mode)
  return figure === 'OUTPUT' ? ALL_OUTPUT_PERCENT : targets[figure]
}

/** Returns what gives the units that the shift of the start should have made. */
async function targetOutputs(tenant: Tenant, workCenterId: WorkCenterId, shifts: readonly StoredShift[]) {
  const targets = (await targetsOfShifts(tenant, shifts)).get(workCenterId)
  return (start: number) => targets?.get(start)?.targetToDate ?? null
}

/** Returns the facts as the condition sees them. */
export function factsFor(condition: Condition, facts: SharedFacts): ConditionFacts {
  return { ...facts, shifts: condition.type === 'TARGET_VALUE' ? facts.shiftsOf(condition) : [] }
}

async function readShifts(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { since, now }: Stretch,
  { watched, needsOutput }: { readonly watched: WatchedWorkCenter; readonly needsOutput: boolean },
) {
  const filter = { ids: null, workCenterIds: [workCenterId], start: since - DAY_MS - HOUR_MS, end: now }
  const stored = (await listShifts(tenant, filter, MAX_SHIFTS)).toReversed().filter((one) => one.shift.end <= now)
  const targetOf = needsOutput ? await targetOutputs(tenant, workCenterId, stored) : () => null
  const figures = stored.map(({ shift, terms }) => {
    const planned = terms.elapsedMs - terms.excludedMs - terms.noDataMs
    const isLong = planned >= MIN_PLANNED_MS
    return {
      start: shift.start,
      end: shift.end,
      kpis: isLong ? kpisOf(terms, watched) : null,
      output: isLong ? attainmentOf(terms.output.accepted, targetOf(shift.start)) : null,
    }
  })
  return ({ mode }: Condition): readonly ConditionShift[] =>
    figures.map(({ start, end, kpis, output }) => {
      const { oee = null, availability = null, performance = null, quality = null } = kpis ?? {}
      const shares = { OEE: oee, AVAILABILITY: availability, PERFORMANCE: performance, QUALITY: quality, OUTPUT: output }
      const share = shares[targetMode(mode)]
      return { start, end, value: share === null ? null : share * 100, target: targetInForce(mode, watched) }
    })
}
