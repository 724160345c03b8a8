import type { WorkCenterId } from '#engine/ids.ts'
import { askedShifts, type PeriodType } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { oeeStatistics, type OeeStat, type StatSubject, type ZoneScope } from './oeeStatistics.service.ts'

/** Which records a person asks for. */
export type OeeQuestion = {
  /** null = all that the caller may see. */
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly groupIds: readonly number[] | null
  /** Only shifts of these; null or left out = all. */
  readonly shiftIds?: readonly number[] | null
  /** Instants; null = the dates of the last 30 days. */
  readonly period: { readonly start: number; readonly end: number } | null
  readonly now: number
}

/** A question in days of the plants: a scope for each zone that a work center asked for is in. */
export type Scope = {
  readonly shiftIds: readonly number[] | null
  readonly scopes: readonly ZoneScope[]
  readonly now: number
}

/**
 * Returns the shifts that the period takes (`shiftScopeOf`), in the zone of each work center among those that are asked for. Without a period these are
 * the dates of the last 30 days. Every surface that answers figures of shifts asks here, so that all of them speak of the same shifts.
 */
export async function scopeOf(tenant: Tenant, { workCenterIds, groupIds, shiftIds = null, period, now }: OeeQuestion): Promise<Scope> {
  const wanted = groupIds === null ? workCenterIds : await membersOf(tenant, groupIds, workCenterIds)
  const zones = await listPlantZones(tenant, wanted)
  const byZone = [...Map.groupBy(zones.keys(), (id) => zones.get(id) ?? 'UTC')]
  const scopes = byZone.map(([zone, ids]) => ({
    zone,
    workCenterIds: byZone.length === 1 ? wanted : ids,
    shifts: askedShifts(zone, period, now),
  }))
  return { shiftIds, scopes, now }
}

async function membersOf(
  tenant: Tenant,
  groupIds: readonly number[],
  workCenterIds: readonly WorkCenterId[] | null,
): Promise<readonly WorkCenterId[]> {
  const members = (await listWorkCenters(tenant, {}))
    .filter((one) => one.groupId !== null && groupIds.includes(one.groupId))
    .map((one) => one.id)
  return workCenterIds === null ? members : members.filter((id) => workCenterIds.includes(id))
}

/** Returns the statistics of what is asked for. */
export async function askStatistics(
  tenant: Tenant,
  { groupBy, subject, ...question }: OeeQuestion & { readonly groupBy: PeriodType | null; readonly subject: StatSubject },
): Promise<readonly OeeStat[]> {
  return oeeStatistics(tenant, { ...(await scopeOf(tenant, question)), groupBy, subject })
}
