import { effectiveExceptions, effectiveSchedule, withExceptions } from '#engine/shift/effectiveSchedule.ts'
import type { ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import type { Tenant } from '#server/db/database.ts'
import { listExceptionsOf } from './shiftException.store.ts'
import { listScheduleVersionsOf } from './shiftSchedule.store.ts'
import type { ScheduleOwner } from './shiftSchedule.store.ts'

/** What holds for an owner, and which of the versions are its own. */
export type ScheduleInForce = { readonly versions: readonly ShiftScheduleVersion[]; readonly own: readonly ShiftScheduleVersion[] }

/** Returns the versions that hold for the work center, or with 0 for the company, with holidays and extra days (domain.md S-40, S-48). */
export async function scheduleInForce(tenant: Tenant, owner: ScheduleOwner): Promise<ScheduleInForce> {
  return (await schedulesInForce(tenant, [owner]))(owner)
}

/**
 * Returns what gives the same for each of the owners, read in two statements however many there are. Those with neither shifts nor days of their own share one
 * list, so that its calendar is worked out once.
 */
export async function schedulesInForce(
  tenant: Tenant,
  owners: readonly ScheduleOwner[],
): Promise<(owner: ScheduleOwner) => ScheduleInForce> {
  const versions = await listScheduleVersionsOf(tenant, [0, ...owners])
  const exceptions = await listExceptionsOf(tenant, [0, ...owners])
  const [company, holidays] = [versions.get(0) ?? [], exceptions.get(0) ?? []]
  const shared = withExceptions(company, holidays)
  return (owner) => {
    if (owner === 0) return { versions: shared, own: company }
    const own = versions.get(owner) ?? []
    const days = exceptions.get(owner) ?? []
    if (own.length === 0 && days.length === 0) return { versions: shared, own }
    return { versions: withExceptions(effectiveSchedule(own, company), effectiveExceptions(days, holidays)), own }
  }
}

/** Returns the version in force at the instant, or the one that comes into force first; undefined when there is none. */
export function versionAt(versions: readonly ShiftScheduleVersion[], at: number): ShiftScheduleVersion | undefined {
  return versions.findLast((one) => one.validFrom <= at) ?? versions[0]
}
