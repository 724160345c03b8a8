import type { OeeIssue } from '#engine/facts.ts'
import { idealCycleOf } from '#engine/fold/compiledSetup.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { figuresOf, switchesOf, type FigurePart, type Figures } from '#engine/oee/figures.ts'
import type { FactorSwitches } from '#engine/oee/kpis.ts'
import { targetOfSums } from '#engine/oee/periodTarget.ts'
import { addSums, NO_SUMS, type RecordSums } from '#engine/oee/recordSums.ts'
import {
  commonDates,
  narrowedScope,
  periodOf,
  scopeMs,
  takesShift,
  type DateRange,
  type PeriodType,
  type ShiftScope,
} from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { listUnitCounts } from '#server/output/measurementUnit.store.ts'
import type { UnitCount } from '#server/output/measurementUnit.store.ts'
import { listScheduleVersionsOf } from '#server/shift/shiftSchedule.store.ts'
import { listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { loadScopedSums } from './recordSums.service.ts'
import type { SumsRow } from './recordSums.store.ts'
import { outputsOf } from './unitOutput.ts'
import type { UnitOutput } from './unitOutput.ts'

export const STAT_SUBJECTS = ['COMPANY', 'WORK_CENTER', 'WORK_CENTER_GROUP'] as const
/** Of what one row of statistics speaks. */
export type StatSubject = (typeof STAT_SUBJECTS)[number]

export type StatQuestion = {
  /** Each work center is in one of them. */
  readonly scopes: readonly ZoneScope[]
  /** null = all dates in one row. */
  readonly groupBy: PeriodType | null
  readonly subject: StatSubject
  /** Only shifts of these; null or left out = all. */
  readonly shiftIds?: readonly number[] | null
  readonly now: number
}

/** Work centers of one zone, and the shifts of theirs that are asked for. */
export type ZoneScope = {
  readonly zone: string
  /** null = all of the company. */
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly shifts: ShiftScope
}

/** Why records of a work center are not in performance, quality and OEE (domain.md E-10, D-43b). */
export type LeftOut = { readonly workCenterId: WorkCenterId; readonly records: number; readonly cause: 'NO_FACTOR' | 'NO_REFERENCE_SPEED' }

/** One row of statistics: a subject in a period, with all that its figures are made of. */
export type OeeStat = {
  readonly subject: StatSubject
  readonly workCenterId: WorkCenterId | null
  /** Of a group; null = of the company or without a group. */
  readonly groupId: number | null
  readonly dates: DateRange
  readonly shiftId: number | null
  readonly figures: Figures
  readonly parts: readonly FigurePart[]
  readonly sums: RecordSums
  readonly switches: FactorSwitches
  readonly calendarMs: number
  readonly outputs: readonly UnitOutput[]
  readonly unconfirmedRecords: number
  /** A shift among them is still running (domain.md E-70). */
  readonly isProvisional: boolean
  readonly asOf: number
  readonly issues: readonly OeeIssue[]
  readonly leftOut: readonly LeftOut[]
  readonly workCenters: readonly WorkCenter[]
  /** Which shifts of each work center it is made of, and of which numbers; null = of all. */
  readonly taken: readonly TakenShifts[]
  readonly shiftIds: readonly number[] | null
}

/** The shifts of a work center in a row of statistics. */
export type TakenShifts = { readonly workCenterId: WorkCenterId; readonly shifts: ShiftScope }

/** All rows of one work center in one period. */
type Member = {
  readonly workCenter: WorkCenter
  readonly scope: ZoneScope
  readonly rows: readonly SumsRow[]
  readonly sums: RecordSums
  /** Its output by unit, empty when its unit never changed. */
  readonly units: readonly UnitCount[]
  readonly calendarMs: number
  readonly shiftsPerDay: number
}

/**
 * Returns the statistics of the shifts of the scopes, ascending by period: whole shift instances, never cut (domain.md D-44). A subject without records
 * in a period has no row.
 */
export async function oeeStatistics(tenant: Tenant, { scopes, ...asked }: StatQuestion): Promise<readonly OeeStat[]> {
  const scopeOfWorkCenter = new Map<WorkCenterId, ZoneScope>()
  const rows: SumsRow[] = []
  for (const scope of scopes) {
    const own = await loadScopedSums(tenant, { ...asked, ...scope, grain: asked.groupBy ?? 'YEAR' })
    for (const row of own) scopeOfWorkCenter.set(row.workCenterId, scope)
    rows.push(...own)
  }
  const dates = scopes.map(({ shifts }) => shifts).reduce<DateRange | null>(coveringDates, null)
  if (rows.length === 0 || dates === null) return []
  if (scopes.length > 1)
    rows.sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : one.workCenterId - other.workCenterId))
  const question = { ...asked, dates, scopeOfWorkCenter }
  const ids = [...scopeOfWorkCenter.keys()]
  const workCenters = await listStatWorkCenters(tenant, ids)
  const shiftsPerDay = await shiftsPerDayOf(tenant, [...workCenters.values()])
  const unitCounts = Map.groupBy(await listUnitCounts(tenant, ids, dates), (one) => one.workCenterId)
  const cells = Map.groupBy(rows, (row) => cellKey(row, question, workCenters.get(row.workCenterId)))
  return [...cells.values()].flatMap((cell) => statOf(cell, { ...question, workCenters, shiftsPerDay, unitCounts }) ?? [])
}

/** Returns into how many shifts the target a day of each of the work centers divides; only such a target asks for it. */
export async function shiftsPerDayOf(tenant: Tenant, workCenters: readonly WorkCenter[]): Promise<ReadonlyMap<WorkCenterId, number>> {
  const daily = workCenters.filter((one) => one.targetOutputPeriod === 'DAY')
  if (daily.length === 0) return new Map()
  const versions = await listScheduleVersionsOf(tenant, [0, ...daily.map(({ id }) => id)])
  const last = (owner: number) => versions.get(owner)?.at(-1)
  return new Map(daily.map(({ id }) => [id, (last(id) ?? last(0))?.shifts.length ?? 1]))
}

async function listStatWorkCenters(tenant: Tenant, ids: readonly WorkCenterId[]): Promise<ReadonlyMap<WorkCenterId, WorkCenter>> {
  const [active, archived] = await Promise.all([
    listWorkCenters(tenant, { ids }),
    listWorkCenters(tenant, { ids, deviceStatus: 'ARCHIVE' }),
  ])
  return new Map([...active, ...archived].map((one) => [one.id, one]))
}

function coveringDates(known: DateRange | null, { from, to }: DateRange): DateRange {
  return known === null ? { from, to } : { from: from < known.from ? from : known.from, to: to > known.to ? to : known.to }
}

function cellKey(
  row: SumsRow,
  { groupBy, subject }: Pick<StatQuestion, 'groupBy' | 'subject'>,
  workCenter: WorkCenter | undefined,
): string {
  const time = groupBy === null ? '' : `${periodOf(groupBy, row.date).from}/${groupBy === 'SHIFT' ? row.shiftId : ''}`
  if (subject === 'COMPANY') return time
  return `${time}/${subject === 'WORK_CENTER' ? row.workCenterId : workCenter?.groupId}`
}

/** A question with what is known of its work centers. */
type Asked = Omit<StatQuestion, 'scopes'> & {
  /** That cover the dates of all scopes. */
  readonly dates: DateRange
  readonly scopeOfWorkCenter: ReadonlyMap<WorkCenterId, ZoneScope>
  readonly workCenters: ReadonlyMap<WorkCenterId, WorkCenter>
  readonly shiftsPerDay: ReadonlyMap<WorkCenterId, number>
  /** Of those work centers that ever changed their unit. */
  readonly unitCounts: ReadonlyMap<WorkCenterId, readonly UnitCount[]>
}

function statOf(rows: readonly SumsRow[], question: Asked): OeeStat | null {
  const [first] = rows
  const dates = first && (question.groupBy === null ? question.dates : commonDates(periodOf(question.groupBy, first.date), question.dates))
  if (!first || !dates) return null
  const shiftId = question.groupBy === 'SHIFT' ? first.shiftId : null
  const members = membersOf(rows, { dates, shiftId }, question)
  const parts = members.map(partOf)
  const { subject, now } = question
  const running = rows.filter((row) => row.lastEnd > now)
  const records = rows.reduce((sum, row) => sum + row.sums.records - row.confirmedRecords, 0)
  return {
    subject,
    workCenterId: subject === 'WORK_CENTER' ? first.workCenterId : null,
    groupId: subject === 'WORK_CENTER_GROUP' ? (members[0]?.workCenter.groupId ?? null) : null,
    dates,
    shiftId,
    figures: figuresOf(parts),
    parts,
    sums: members.reduce((sum, member) => addSums(sum, member.sums), NO_SUMS),
    switches: switchesOf(parts),
    calendarMs: members.reduce((sum, member) => sum + member.calendarMs, 0),
    outputs: outputsOf(members.map((member) => ({ ...member, target: targetOf(member, now) }))),
    // A work center has one running shift at most.
    unconfirmedRecords: records - running.length,
    isProvisional: running.length > 0,
    asOf: Math.max(...rows.map((row) => row.asOf)),
    issues: [...new Set(rows.flatMap((row) => row.issues))].toSorted(),
    leftOut: members.flatMap(leftOutOf),
    workCenters: members.map((member) => member.workCenter),
    taken: members.map(({ workCenter: { id }, scope }) => ({ workCenterId: id, shifts: narrowedScope(scope.shifts, dates) })),
    shiftIds: shiftId === null ? (question.shiftIds ?? null) : [shiftId],
  }
}

function membersOf(
  rows: readonly SumsRow[],
  { dates, shiftId }: { readonly dates: DateRange; readonly shiftId: number | null },
  { groupBy, shiftIds, now, workCenters, scopeOfWorkCenter, shiftsPerDay, unitCounts }: Asked,
): readonly Member[] {
  return [...Map.groupBy(rows, (row) => row.workCenterId)].flatMap(([id, own]) => {
    const [workCenter, scope] = [workCenters.get(id), scopeOfWorkCenter.get(id)]
    if (!workCenter || !scope) return []
    const sums = own.map((row) => row.sums).reduce(addSums, NO_SUMS)
    // One shift is no stretch of the calendar: TEEP is of days at least.
    const calendar = groupBy === 'SHIFT' ? 0 : calendarOf(scope, dates, { now, elapsedMs: sums.elapsedMs })
    const units = (unitCounts.get(id) ?? []).filter(
      (one) =>
        one.shiftDate >= dates.from &&
        one.shiftDate < dates.to &&
        takesShift(scope.shifts, one) &&
        (shiftId === null || one.shiftId === shiftId) &&
        (shiftIds == null || shiftIds.includes(one.shiftId)),
    )
    return [{ workCenter, scope, rows: own, sums, units, calendarMs: calendar, shiftsPerDay: shiftsPerDay.get(id) ?? 1 }]
  })
}

/** A period that cuts a shift takes it whole, or not at all: the time of the calendar is never less than that of its shifts. */
function calendarOf(
  { zone, shifts }: ZoneScope,
  dates: DateRange,
  { now, elapsedMs }: { readonly now: number; readonly elapsedMs: number },
): number {
  const own = narrowedScope(shifts, dates)
  const calendar = scopeMs(zone, own, own, now)
  return shifts.startsFrom === null && shifts.startsBefore === null ? calendar : Math.max(calendar, elapsedMs)
}

function partOf({ workCenter, sums, calendarMs: calendar }: Member): FigurePart {
  return { sums, switches: workCenter, calendarMs: calendar }
}

function targetOf({ workCenter, rows, sums, shiftsPerDay }: Member, now: number): number | null {
  const remaining = rows.reduce((sum, row) => sum + (row.lastEnd > now ? Math.max(0, row.lastEnd - row.asOf) : 0), 0)
  return targetOfSums(sums, { ...workCenter, shiftsPerDay, idealCycleMs: idealCycleOf(workCenter.targetSpeed) }, remaining)
}

function leftOutOf({ workCenter, sums }: Member): LeftOut[] {
  const { id, calculateAvailability, calculatePerformance, calculateQuality } = workCenter
  if (!calculateAvailability && !calculatePerformance && !calculateQuality)
    return [{ workCenterId: id, records: sums.records, cause: 'NO_FACTOR' }]
  const unpriced = sums.records - sums.pricedRecords
  return calculatePerformance && unpriced > 0 ? [{ workCenterId: id, records: unpriced, cause: 'NO_REFERENCE_SPEED' }] : []
}
