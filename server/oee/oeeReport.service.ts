import { midnight } from '#engine/time/statPeriod.ts'
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
const DAY_MS = 86_400_000

/** Returns a row a shift that begins on the dates, ascending; refuses more than 20,000, so that nothing is left out silently. */
export async function oeeReport(tenant: Tenant, question: OeeQuestion): Promise<readonly ReportRow[]> {
  const scope = await scopeOf(tenant, question)
  const records = await listRecords(tenant, scope)
  const stats = await oeeStatistics(tenant, { ...scope, groupBy: 'SHIFT', subject: 'WORK_CENTER' })
  const byShift = new Map(stats.map((stat) => [`${stat.workCenterId}/${stat.dates.from}/${stat.shiftId}`, stat]))
  return records.flatMap((record) => {
    const stat = byShift.get(`${record.workCenterId}/${record.shift.shiftDate}/${record.shift.shiftId}`)
    const [workCenter] = stat?.workCenters ?? []
    return stat && workCenter ? [{ record, stat, workCenter }] : []
  })
}

/** Returns the records of the shifts that begin on the dates, ascending, and their figures together. */
export async function shiftsOee(tenant: Tenant, question: OeeQuestion): Promise<ShiftsOee> {
  const scope = await scopeOf(tenant, question)
  const [stat] = await oeeStatistics(tenant, { ...scope, groupBy: null, subject: 'COMPANY' })
  return { stat: stat ?? null, records: await listRecords(tenant, scope) }
}

/** Returns the records of the scope, ascending by their start; refuses more than 20,000. */
export async function listRecords(tenant: Tenant, { dates, workCenterIds, zone }: Scope): Promise<readonly StoredShift[]> {
  // A work center of another zone has its dates up to a day earlier or later than the company.
  const period = { start: midnight(zone, dates.from) - DAY_MS, end: midnight(zone, dates.to) + DAY_MS }
  const found = await listShifts(tenant, { ids: null, workCenterIds, ...period }, MAX_ROWS + 1)
  if (found.length > MAX_ROWS) throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_DAYS } })
  return found.filter(({ shift }) => shift.shiftDate >= dates.from && shift.shiftDate < dates.to).toReversed()
}
