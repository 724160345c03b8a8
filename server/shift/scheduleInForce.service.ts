import { effectiveExceptions, effectiveSchedule, withExceptions } from '#engine/shift/effectiveSchedule.ts'
import type { ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import type { Tenant } from '#server/db/database.ts'
import { listExceptions } from './shiftException.store.ts'
import { listScheduleVersions } from './shiftSchedule.store.ts'
import type { ScheduleOwner } from './shiftSchedule.store.ts'

/** What holds for an owner, and which of the versions are its own. */
export type ScheduleInForce = { readonly versions: readonly ShiftScheduleVersion[]; readonly own: readonly ShiftScheduleVersion[] }

/** Returns the versions that hold for the work center, or with 0 for the company, with holidays and extra days (domain.md S-40, S-48). */
export async function scheduleInForce(tenant: Tenant, owner: ScheduleOwner): Promise<ScheduleInForce> {
  const company = await listScheduleVersions(tenant, 0)
  const holidays = await listExceptions(tenant, 0)
  const own = owner === 0 ? company : await listScheduleVersions(tenant, owner)
  const versions = owner === 0 ? company : effectiveSchedule(own, company)
  const exceptions = owner === 0 ? holidays : effectiveExceptions(await listExceptions(tenant, owner), holidays)
  return { versions: withExceptions(versions, exceptions), own }
}

/** Returns the version in force at the instant, or the one that comes into force first; undefined when there is none. */
export function versionAt(versions: readonly ShiftScheduleVersion[], at: number): ShiftScheduleVersion | undefined {
  return versions.findLast((one) => one.validFrom <= at) ?? versions[0]
}
