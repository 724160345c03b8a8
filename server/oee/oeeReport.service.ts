import { midnight, periodOf, takesShift, wholeDates } from '#engine/time/statPeriod.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { listShifts } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { scopeOf, type OeeQuestion, type Scope } from './oeeQuestion.service.ts'
import { oeeStatistics, type OeeStat, type ZoneScope } from './oeeStatistics.service.ts'

/** A shift with its figures and its work center. */
export type ReportRow = { readonly record: StoredShift; readonly stat: OeeStat; readonly workCenter: WorkCenter }

/** Several shifts of one work center and their figures together; `stat` null = there are none. */
export type ShiftsOee = { readonly stat: OeeStat | null; readonly records: readonly StoredShift[] }

const MAX_ROWS = 20_000
const MAX_DAYS = 397

/** Returns a row a shift that the question takes, ascending; refuses more than 20,000, so that nothing is left out silently. */
export async function oeeReport(tenant: Tenant, question: OeeQuestion): Promise<readonly ReportRow[]> {
  const scope = await scopeOf(tenant, question)
  return rowsOf(tenant, scope, await listRecords(tenant, scope))
}

/** Returns the records of the shifts that the question takes, ascending, and their figures together. */
export async function shiftsOee(tenant: Tenant, question: OeeQuestion): Promise<ShiftsOee> {
  const scope = await scopeOf(tenant, question)
  const [stat] = await oeeStatistics(tenant, { ...scope, groupBy: null, subject: 'COMPANY' })
  return { stat: stat ?? null, records: await listRecords(tenant, scope) }
}

/** Returns the records of the shifts that a question takes, ascending by their start; refuses more than 20,000. */
export async function takenRecords(tenant: Tenant, question: OeeQuestion): Promise<readonly StoredShift[]> {
  return listRecords(tenant, await scopeOf(tenant, question))
}

async function listRecords(tenant: Tenant, { scopes, shiftIds }: Scope): Promise<readonly StoredShift[]> {
  const records: StoredShift[] = []
  for (const scope of scopes) {
    records.push(...(await recordsOf(tenant, scope, { limit: MAX_ROWS + 1, marginMs: DAY_MS })).filter(isOfShift(shiftIds)).toReversed())
    if (records.length > MAX_ROWS) throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_DAYS } })
  }
  return scopes.length > 1 ? records.toSorted(byStart) : records
}

/** The newest records that the scope takes, the newest first. A shift of another zone's time may start a day before or after its date. */
async function recordsOf(
  tenant: Tenant,
  { zone, shifts, workCenterIds }: ZoneScope,
  { limit, marginMs }: { readonly limit: number; readonly marginMs: number },
): Promise<readonly StoredShift[]> {
  const period = {
    start: shifts.startsFrom ?? midnight(zone, shifts.from) - DAY_MS,
    end: shifts.startsBefore ?? midnight(zone, shifts.to) + marginMs,
  }
  const found = await listShifts(tenant, { ids: null, workCenterIds, ...period }, limit)
  return found.filter(({ shift }) => takesShift(shifts, shift))
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
  const { scopes, shiftIds } = scope
  const records: StoredShift[] = []
  for (const one of scopes)
    records.push(...(await recordsOf(tenant, one, { limit: shiftIds === null ? 2 * limit : MAX_ROWS, marginMs: 0 })))
  const newest = records.filter(isOfShift(shiftIds))
  return rowsOf(tenant, scope, (scopes.length > 1 ? newest.toSorted((one, other) => byStart(other, one)) : newest).slice(0, limit))
}

async function rowsOf(tenant: Tenant, scope: Scope, records: readonly StoredShift[]): Promise<readonly ReportRow[]> {
  const days = records.map(({ shift }) => shift.shiftDate).toSorted()
  const [from, last] = [days[0], days.at(-1)]
  if (from === undefined || last === undefined) return []
  const workCenterIds = [...new Set(records.map((record) => record.workCenterId))]
  const shifts = wholeDates({ from, to: periodOf('DAY', last).to })
  // The figures of one shift do not depend on the zone.
  const scopes = [{ zone: 'UTC', workCenterIds, shifts }]
  const stats = await oeeStatistics(tenant, { ...scope, scopes, groupBy: 'SHIFT', subject: 'WORK_CENTER' })
  const byShift = new Map(stats.map((stat) => [`${stat.workCenterId}/${stat.dates.from}/${stat.shiftId}`, stat]))
  return records.flatMap((record) => {
    const stat = byShift.get(`${record.workCenterId}/${record.shift.shiftDate}/${record.shift.shiftId}`)
    const [workCenter] = stat?.workCenters ?? []
    return stat && workCenter ? [{ record, stat, workCenter }] : []
  })
}

function isOfShift(shiftIds: readonly number[] | null): (record: StoredShift) => boolean {
  return ({ shift }) => shiftIds === null || shiftIds.includes(shift.shiftId)
}

function byStart(one: StoredShift, other: StoredShift): number {
  return one.shift.start - other.shift.start || other.workCenterId - one.workCenterId
}
