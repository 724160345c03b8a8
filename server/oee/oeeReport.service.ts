import { midnight, periodOf } from '#engine/time/statPeriod.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { listShifts } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { scopeOf, type OeeQuestion, type Scope } from './oeeQuestion.service.ts'
import { oeeStatistics, type OeeStat } from './oeeStatistics.service.ts'

/** A shift with its figures and its work center. */
export type ReportRow = { readonly record: StoredShift; readonly stat: OeeStat; readonly workCenter: WorkCenter }

/** Several shifts of one work center and their figures together; `stat` null = there are none. */
export type ShiftsOee = { readonly stat: OeeStat | null; readonly records: readonly StoredShift[] }

const MAX_ROWS = 20_000
const MAX_DAYS = 397

/** Returns a row a shift that begins on the dates, ascending; refuses more than 20,000, so that nothing is left out silently. */
export async function oeeReport(tenant: Tenant, question: OeeQuestion): Promise<readonly ReportRow[]> {
  const scope = await scopeOf(tenant, question)
  return rowsOf(tenant, scope, await listRecords(tenant, scope))
}

/** Returns the records of the shifts that begin on the dates, ascending, and their figures together. */
export async function shiftsOee(tenant: Tenant, question: OeeQuestion): Promise<ShiftsOee> {
  const scope = await scopeOf(tenant, question)
  const [stat] = await oeeStatistics(tenant, { ...scope, groupBy: null, subject: 'COMPANY' })
  return { stat: stat ?? null, records: await listRecords(tenant, scope) }
}

/** Returns the records of the scope, ascending by their start; refuses more than 20,000. */
async function listRecords(tenant: Tenant, { dates, workCenterIds, shiftIds, zone }: Scope): Promise<readonly StoredShift[]> {
  // A work center of another zone has its dates up to a day earlier or later than the company.
  const period = { start: midnight(zone, dates.from) - DAY_MS, end: midnight(zone, dates.to) + DAY_MS }
  const found = await listShifts(tenant, { ids: null, workCenterIds, ...period }, MAX_ROWS + 1)
  if (found.length > MAX_ROWS) throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_DAYS } })
  return found.filter(isIn({ dates, shiftIds })).toReversed()
}

/** The figures of a scope, and its records on demand, so that a year of a company is not listed to be summed. */
export type RollUpDetails = { readonly stat: OeeStat; readonly rows: (limit: number) => Promise<readonly ReportRow[]> }

/** Returns the details of what is asked for, null when there is no record. */
export async function rollUpDetails(
  { inTenant }: { inTenant<T>(work: (tenant: Tenant) => Promise<T>): Promise<T> },
  question: OeeQuestion,
): Promise<RollUpDetails | null> {
  const [stat] = await inTenant(async (tenant) =>
    oeeStatistics(tenant, { ...(await scopeOf(tenant, question)), groupBy: null, subject: 'COMPANY' }),
  )
  if (stat === undefined) return null
  return {
    stat,
    rows: (limit) =>
      limit === 0 ? Promise.resolve([]) : inTenant(async (tenant) => newestRows(tenant, await scopeOf(tenant, question), limit)),
  }
}

/** The newest records of the scope, the newest first. */
async function newestRows(tenant: Tenant, scope: Scope, limit: number): Promise<readonly ReportRow[]> {
  const { dates, workCenterIds, shiftIds, zone } = scope
  const period = { start: midnight(zone, dates.from), end: midnight(zone, dates.to) }
  const found = await listShifts(tenant, { ids: null, workCenterIds, ...period }, shiftIds === null ? 2 * limit : MAX_ROWS)
  return rowsOf(tenant, scope, found.filter(isIn({ dates, shiftIds })).slice(0, limit))
}

async function rowsOf(tenant: Tenant, scope: Scope, records: readonly StoredShift[]): Promise<readonly ReportRow[]> {
  const days = records.map(({ shift }) => shift.shiftDate).toSorted()
  const [from, last] = [days[0], days.at(-1)]
  if (from === undefined || last === undefined) return []
  const workCenterIds = [...new Set(records.map((record) => record.workCenterId))]
  const dates = { from, to: periodOf('DAY', last).to }
  const stats = await oeeStatistics(tenant, { ...scope, dates, workCenterIds, groupBy: 'SHIFT', subject: 'WORK_CENTER' })
  const byShift = new Map(stats.map((stat) => [`${stat.workCenterId}/${stat.dates.from}/${stat.shiftId}`, stat]))
  return records.flatMap((record) => {
    const stat = byShift.get(`${record.workCenterId}/${record.shift.shiftDate}/${record.shift.shiftId}`)
    const [workCenter] = stat?.workCenters ?? []
    return stat && workCenter ? [{ record, stat, workCenter }] : []
  })
}

function isIn({ dates, shiftIds }: Pick<Scope, 'dates' | 'shiftIds'>): (record: StoredShift) => boolean {
  return ({ shift }) =>
    shift.shiftDate >= dates.from && shift.shiftDate < dates.to && (shiftIds === null || shiftIds.includes(shift.shiftId))
}
