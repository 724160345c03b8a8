import { comparedDates } from '#engine/analytics/comparedDates.ts'
import { comparedShifts } from '#engine/oee/comparedShifts.ts'
import { dateAt, daysBetween, movedDate, type DateRange } from '#engine/time/statPeriod.ts'
import { isLittleKnown } from '#server/analytics/analytics.service.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import { readRecords } from './reportRecords.ts'
import type { ReportRequest } from './reportRequest.ts'

const WEEK_DAYS = 7

/** The shifts of a report that are compared, and those of the period before; both are empty where nothing is. */
export type ComparedRecords = {
  readonly rows: readonly ReportRow[]
  readonly before: readonly ReportRow[]
  /** Shift dates of the period before; null = there is none, as of a shift that was not seven days before. */
  readonly dates: DateRange | null
  /** The period goes on: shifts that are over are compared with as many. */
  readonly isRunning: boolean
  /** Of the period before less than half of the time of the shifts has data. */
  readonly isBeforeUnknown: boolean
}

/**
 * Returns which shifts of the report are compared with which (domain.md N-8, N-9): with those of the dates that analytics compares with, too. Of a period
 * that goes on, the shifts that are over with as many; a report of one shift with the same one seven days before, as its page; nothing with a period of which
 * less than half of the time is known.
 */
export async function comparedRecords(
  tenant: Tenant,
  { from, to, shiftStart, workCenterIds, zone }: Pick<ReportRequest, 'from' | 'shiftStart' | 'to' | 'workCenterIds' | 'zone'>,
  rows: readonly ReportRow[],
  now: number,
): Promise<ComparedRecords> {
  if (shiftStart !== null) return await sameShifts(tenant, { from, to, workCenterIds }, rows, now)
  const dates = comparedDates({ from, to }, 'PREVIOUS')
  const all = await readRecords(tenant, { workCenterIds, shiftStart, now, dates })
  const isRunning = to > dateAt(zone, now) || rows.some(({ record }) => record.shift.end > now)
  const pair = isRunning ? shiftsThatAreOver(rows, all, { from, base: dates, now }) : { rows, before: all }
  if (isLittleKnown(pair.before.map(({ stat }) => stat))) return { rows: [], before: [], dates, isRunning, isBeforeUnknown: true }
  return { ...pair, dates: isRunning ? upToLast(dates, pair.before) : dates, isRunning, isBeforeUnknown: false }
}

/** The same shift of each work center seven days before, as the page of a shift has it; a work center without one is on neither side. */
async function sameShifts(
  tenant: Tenant,
  { from, to, workCenterIds }: Pick<ReportRequest, 'from' | 'to' | 'workCenterIds'>,
  rows: readonly ReportRow[],
  now: number,
): Promise<ComparedRecords> {
  const dates = { from: movedDate(from, -WEEK_DAYS), to: movedDate(to, -WEEK_DAYS) }
  const all = await readRecords(tenant, { workCenterIds, shiftStart: null, now, dates })
  const keyOf = ({ record: { workCenterId, shift } }: ReportRow, days: number) =>
    `${workCenterId}/${shift.shiftId}/${movedDate(shift.shiftDate, -days)}`
  const found = new Map(all.map((row) => [keyOf(row, 0), row]))
  const pairs = rows.flatMap((row) => {
    const before = found.get(keyOf(row, WEEK_DAYS))
    return before === undefined ? [] : [{ row, before }]
  })
  const before = pairs.map((pair) => pair.before)
  const nothing = { rows: [], before: [], isRunning: false }
  if (pairs.length === 0) return { ...nothing, dates: null, isBeforeUnknown: false }
  if (isLittleKnown(before.map(({ stat }) => stat))) return { ...nothing, dates, isBeforeUnknown: true }
  return {
    rows: pairs.map(({ row }) => row),
    before,
    dates,
    isRunning: rows.some(({ record }) => record.shift.end > now),
    isBeforeUnknown: false,
  }
}

type Pair = Pick<ComparedRecords, 'before' | 'rows'>

/** Of each work center the shifts that are over and as many before; a month that goes on may have more days behind it than the one before has. */
function shiftsThatAreOver(
  rows: readonly ReportRow[],
  before: readonly ReportRow[],
  { from, base, now }: { readonly from: string; readonly base: DateRange; readonly now: number },
): Pair {
  const days = daysBetween(base.from, base.to)
  const placed = (some: readonly ReportRow[], first: string) =>
    Map.groupBy(
      some
        .map((row) => ({ row, day: daysBetween(first, row.record.shift.shiftDate), end: row.record.shift.end }))
        .filter(({ day }) => day < days),
      ({ row }) => row.workCenter.id,
    )
  const [present, past] = [placed(rows, from), placed(before, base.from)]
  const pairs = [...new Set([...present.keys(), ...past.keys()])].map((id) =>
    comparedShifts(present.get(id) ?? [], past.get(id) ?? [], now),
  )
  return {
    rows: pairs.flatMap((pair) => pair.present.map(({ row }) => row)),
    before: pairs.flatMap((pair) => pair.before.map(({ row }) => row)),
  }
}

/** The dates as far as shifts of them are compared. */
function upToLast(dates: DateRange, before: readonly ReportRow[]): DateRange {
  const last = before
    .map(({ record }) => record.shift.shiftDate)
    .toSorted()
    .at(-1)
  return last === undefined ? dates : { from: dates.from, to: movedDate(last, 1) }
}
