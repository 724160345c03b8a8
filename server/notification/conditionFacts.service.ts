import type { WorkCenterId } from '#engine/ids.ts'
import { holdsNothingFromBefore } from '#engine/notification/chainStart.ts'
import type { Condition, ConditionFacts, ConditionShift, ConditionStatus } from '#engine/notification/condition.ts'
import { judgedPeriods, nextJudgedAt } from '#engine/notification/targetPeriod.ts'
import type { PeriodRule, PeriodShift } from '#engine/notification/targetPeriod.ts'
import { targetMode } from '#engine/notification/notificationType.ts'
import type { TargetPeriod } from '#engine/notification/notificationType.ts'
import { dateAt, periodOf } from '#engine/time/statPeriod.ts'
import { kpisOf } from '#engine/oee/recordKpis.ts'
import { attainmentOf } from '#engine/output/targetsOfShift.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import { targetsOfShifts } from '#server/oee/shiftTarget.service.ts'
import { listShifts } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import { readShiftTimes } from '#server/shift/shiftTimes.ts'
import { listConditionPieces, listConditionStatuses, LOOK_BACK_MS } from './conditionFacts.store.ts'
import type { AskedSince, WatchedWorkCenter } from './conditionFacts.store.ts'
import { statusNames } from './episode.store.ts'

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

/** Facts of a stretch that conditions of one work center share. */
export type SharedFacts = Omit<ConditionFacts, 'shifts'> & {
  readonly reasonIdAt: (at: number) => number | null
  /** Names of statuses now, by their rules. */
  readonly statusNames: ReadonlyMap<number, string>
  /** Figures of the shifts that a target condition is judged by. */
  readonly shiftsOf: (condition: Condition) => readonly ConditionShift[]
}

const NO_FACTS: SharedFacts = {
  statuses: [],
  pieces: [],
  windows: [],
  reasonIdAt: () => null,
  statusNames: new Map(),
  shiftsOf: () => [],
}

/** A work center whose conditions are judged, and since when; ms UTC. */
export type AskedFacts = AskedSince & {
  readonly watched: WatchedWorkCenter
  /** What decides which figures of shifts are read. */
  readonly conditions: readonly Condition[]
}

/** Returns what conditions of each work center are judged by, of the time since its instant: a statement a kind of fact, however many there are. */
export async function readFacts(
  tenant: Tenant,
  asked: readonly AskedFacts[],
  now: number,
): Promise<(workCenterId: WorkCenterId) => SharedFacts> {
  if (asked.length === 0) return () => NO_FACTS
  const statuses = await readStatuses(tenant, asked, now)
  const pieces = await listConditionPieces(tenant, asked, now)
  const timesOf = await readShiftTimes(
    tenant,
    asked.map(({ workCenterId }) => workCenterId),
  )
  const shifts = await readShifts(tenant, asked, now)
  const names = await statusNames(tenant, namedIn(asked, statuses))
  const found = new Map(asked.map((one) => [one.workCenterId, one]))
  return (workCenterId) => {
    const own = found.get(workCenterId)
    if (own === undefined) return NO_FACTS
    const ownPieces = pieces.get(workCenterId) ?? []
    const windows = timesOf(workCenterId, { start: own.since - WINDOWS_BEFORE_MS, end: now + WINDOWS_AHEAD_MS })
    return {
      statuses: statuses.get(workCenterId) ?? [],
      pieces: ownPieces,
      windows: windows.map(({ start, end }) => ({ start, end })),
      reasonIdAt: (at) => ownPieces.find(({ start, end }) => start <= at && (end === null || end > at))?.reasonId ?? null,
      statusNames: names,
      shiftsOf: shifts.get(workCenterId) ?? (() => []),
    }
  }
}

/** So far back most of what led up to an instant has its beginning. */
const USUAL_LOOK_BACK_MS = 2 * HOUR_MS

/** Those that lead up to the instants are read from further back only where something has gone on for longer: a day and a half of all is most of what is read. */
async function readStatuses(tenant: Tenant, asked: readonly AskedSince[], until: number) {
  const near = await listConditionStatuses(tenant, asked, { backMs: USUAL_LOOK_BACK_MS, until })
  const long = asked.filter(({ workCenterId, since }) => !holdsNothingFromBefore(near.get(workCenterId) ?? [], since))
  if (long.length === 0) return near
  return new Map([...near, ...(await listConditionStatuses(tenant, long, { backMs: LOOK_BACK_MS, until }))])
}

/** Names are told of stops alone. */
function namedIn(asked: readonly AskedFacts[], statuses: ReadonlyMap<WorkCenterId, readonly ConditionStatus[]>): readonly number[] {
  const stopped = asked.filter(({ conditions }) => conditions.some(({ type }) => type === 'STATUS_DURATION'))
  const ids = stopped.flatMap(({ workCenterId }) => (statuses.get(workCenterId) ?? []).flatMap(({ statusRuleId }) => statusRuleId ?? []))
  return [...new Set(ids)]
}

type PeriodFacts = { readonly periods: ConditionFacts['periods']; readonly next: number | null }
export const NO_PERIODS: PeriodFacts = { periods: [], next: null }

/** A condition of a day, week or month, of whatever work center. */
export type AskedPeriods = AskedSince &
  Pick<PeriodRule, 'timeOfSending'> & { readonly condition: Condition; readonly watched: WatchedWorkCenter }

/** Returns for each of the conditions the days, weeks or months that it is judged by, and when the next is judged; of conditions without such a period nothing. */
export async function readPeriods(
  tenant: Tenant,
  asked: readonly AskedPeriods[],
  now: number,
): Promise<ReadonlyMap<AskedPeriods, PeriodFacts>> {
  const found = new Map<AskedPeriods, PeriodFacts>()
  // Whole days: what begins at about the same time is read together.
  for (const [, own] of Map.groupBy(asked.filter(hasPeriod), (one) => `${periodIn(one)}/${dayOf(startOf(one, now))}`)) {
    const workCenterIds = [...new Set(own.map(({ workCenterId }) => workCenterId))]
    const stored = await readStoredShifts(tenant, workCenterIds, { start: Math.min(...own.map((one) => startOf(one, now))), end: now })
    const measured = own.filter(({ condition }) => condition.mode === 'OUTPUT')
    const targetOf = await targetOutputs(
      tenant,
      measured.flatMap(({ workCenterId }) => stored.get(workCenterId) ?? []),
    )
    const timesOf = await readShiftTimes(tenant, workCenterIds)
    for (const one of own) found.set(one, judgedOf(one, { stored: stored.get(one.workCenterId) ?? [], targetOf, timesOf }, now))
  }
  return found
}

type StoredFacts = {
  readonly stored: readonly StoredShift[]
  readonly targetOf: TargetOf
  readonly timesOf: Awaited<ReturnType<typeof readShiftTimes>>
}

function judgedOf(one: AskedPeriods, { stored, targetOf, timesOf }: StoredFacts, now: number): PeriodFacts {
  const { workCenterId, watched, timeOfSending, condition } = one
  const { mode } = condition
  const periodType = periodIn(one)
  if (periodType === 'SHIFT') return NO_PERIODS
  const start = startOf(one, now)
  // The period in which the shifts begin is not whole.
  const firstDate = periodOf(periodType, dateAt(watched.zone, start)).to
  const own = stored.filter(({ shift }) => shift.end > start)
  const planned = timesOf(workCenterId, { start: now, end: now + PERIOD_REACH[periodType].aheadMs })
  const known = new Set(own.map(({ shift }) => shift.start))
  const targetOutput = (shiftStart: number) => (mode === 'OUTPUT' ? targetOf(workCenterId, shiftStart) : null)
  const shifts: readonly PeriodShift[] = [
    ...own.map(({ shift, terms }) => ({ ...shift, zone: watched.zone, terms, targetOutput: targetOutput(shift.start) })),
    ...planned.filter((shift) => !known.has(shift.start)).map((shift) => ({ ...shift, zone: watched.zone, terms: null })),
  ].filter(({ shiftDate }) => shiftDate >= firstDate)
  const rule = { periodType, mode, timeOfSending, switches: watched, target: targetInForce(mode, watched) }
  return { periods: judgedPeriods(rule, shifts, now), next: nextJudgedAt(rule, shifts, now) }
}

function hasPeriod(one: Pick<AskedPeriods, 'condition'>): boolean {
  return one.condition.type === 'TARGET_VALUE' && periodIn(one) !== 'SHIFT'
}

function periodIn({ condition: { periodType = 'SHIFT' } }: Pick<AskedPeriods, 'condition'>): TargetPeriod {
  return periodType
}

function startOf(one: AskedPeriods, now: number): number {
  const period = periodIn(one)
  return Math.min(one.since, now) - (period === 'SHIFT' ? 0 : PERIOD_REACH[period].beforeMs)
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}

/** The newest of each work center come first. */
async function readStoredShifts(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
  { start, end }: Interval,
): Promise<ReadonlyMap<WorkCenterId, readonly StoredShift[]>> {
  const filter = { ids: null, workCenterIds, start, end }
  return Map.groupBy(await listShifts(tenant, filter, MAX_SHIFTS * workCenterIds.length), ({ workCenterId }) => workCenterId)
}

/** The target output is what is asked for: all of it. */
const ALL_OUTPUT_PERCENT = 100

function targetInForce(mode: Condition['mode'], { targets }: Pick<WatchedWorkCenter, 'targets'>): number | null {
  const figure = targetMode(mode)
  return figure === 'OUTPUT' ? ALL_OUTPUT_PERCENT : targets[figure]
}

type TargetOf = (workCenterId: WorkCenterId, start: number) => number | null

/** Returns what gives the units that the shift of the start should have made. */
async function targetOutputs(tenant: Tenant, shifts: readonly StoredShift[]): Promise<TargetOf> {
  const targets = await targetsOfShifts(tenant, shifts)
  return (workCenterId, start) => targets.get(workCenterId)?.get(start)?.targetToDate ?? null
}

/** Returns the facts as the condition sees them. */
export function factsFor(condition: Condition, facts: SharedFacts): ConditionFacts {
  return { ...facts, shifts: condition.type === 'TARGET_VALUE' ? facts.shiftsOf(condition) : [] }
}

type ShiftsOf = SharedFacts['shiftsOf']

/** Of the work centers with a target of shifts alone. */
async function readShifts(tenant: Tenant, asked: readonly AskedFacts[], now: number): Promise<ReadonlyMap<WorkCenterId, ShiftsOf>> {
  const ofShift = (condition: Condition) => condition.type === 'TARGET_VALUE' && periodIn({ condition }) === 'SHIFT'
  const judged = asked.flatMap((one) => {
    const conditions = one.conditions.filter(ofShift)
    return conditions.length === 0 ? [] : [{ ...one, conditions, start: one.since - DAY_MS - HOUR_MS }]
  })
  const found = new Map<WorkCenterId, ShiftsOf>()
  for (const [, own] of Map.groupBy(judged, ({ start }) => dayOf(start))) {
    const ids = own.map(({ workCenterId }) => workCenterId)
    const stored = await readStoredShifts(tenant, ids, { start: Math.min(...own.map(({ start }) => start)), end: now })
    const isOfOutput = ({ conditions }: AskedFacts) => conditions.some(({ mode }) => mode === 'OUTPUT')
    const targetOf = await targetOutputs(
      tenant,
      own.filter(isOfOutput).flatMap(({ workCenterId }) => (stored.get(workCenterId) ?? []).filter(({ shift }) => shift.end <= now)),
    )
    for (const one of own) {
      const { workCenterId, start, watched } = one
      const over = (stored.get(workCenterId) ?? []).filter(({ shift }) => shift.end <= now && shift.end > start).toReversed()
      found.set(workCenterId, figuresOf(over, { watched, targetOf: (at) => (isOfOutput(one) ? targetOf(workCenterId, at) : null) }))
    }
  }
  return found
}

function figuresOf(
  stored: readonly StoredShift[],
  { watched, targetOf }: { readonly watched: WatchedWorkCenter; readonly targetOf: (start: number) => number | null },
): ShiftsOf {
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
