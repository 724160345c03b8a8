import type { WorkCenterId } from '#engine/ids.ts'
import { dateAt, type DateRange, type PeriodType } from '#engine/time/statPeriod.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { oeeStatistics, type OeeStat, type StatSubject } from './oeeStatistics.service.ts'

/** Which records a person asks for. */
export type OeeQuestion = {
  /** null = all that the caller may see. */
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly groupIds: readonly number[] | null
  /** Only shifts of these; null or left out = all. */
  readonly shiftIds?: readonly number[] | null
  /** Instants; null = the last 30 days. */
  readonly period: { readonly start: number; readonly end: number } | null
  readonly now: number
}

/** The same, in the company's days and work centers. */
export type Scope = {
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly shiftIds: readonly number[] | null
  readonly dates: DateRange
  readonly zone: string
  readonly now: number
}

const DEFAULT_DAYS = 30

/** Returns the shift dates of the company's zone that the period touches, and the work centers of the groups among those that are asked for. */
export async function scopeOf(tenant: Tenant, { workCenterIds, groupIds, shiftIds = null, period, now }: OeeQuestion): Promise<Scope> {
  const zone = (await findCompany(tenant))?.timeZone ?? 'UTC'
  const { start, end } = period ?? { start: now - DEFAULT_DAYS * DAY_MS, end: now }
  const dates = { from: dateAt(zone, start), to: dateAt(zone, end - 1 + DAY_MS) }
  if (groupIds === null) return { workCenterIds, shiftIds, dates, zone, now }
  const members = (await listWorkCenters(tenant, {}))
    .filter((one) => one.groupId !== null && groupIds.includes(one.groupId))
    .map((one) => one.id)
  return {
    workCenterIds: workCenterIds === null ? members : members.filter((id) => workCenterIds.includes(id)),
    shiftIds,
    dates,
    zone,
    now,
  }
}

/** Returns the statistics of what is asked for. */
export async function askStatistics(
  tenant: Tenant,
  { groupBy, subject, ...question }: OeeQuestion & { readonly groupBy: PeriodType | null; readonly subject: StatSubject },
): Promise<readonly OeeStat[]> {
  return oeeStatistics(tenant, { ...(await scopeOf(tenant, question)), groupBy, subject })
}
