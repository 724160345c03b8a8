import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { problemOfActing } from '#engine/user/station.ts'
import { proofBounds } from '#engine/user/stationPin.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { listStationPeople } from './stationPeople.store.ts'
import { isWorkProven } from './stationPin.store.ts'

/** An account that writes, and the person who works at it where it is that of a station. */
export type Actor = {
  readonly userId: UserId
  readonly isStation?: boolean
  /** null or left out where nobody else does. */
  readonly actingUserId?: UserId | null
  /** When it was said, where a device sends it later, in ms UTC; null or left out = now. */
  readonly saidAt?: number | null
}

/** Who says something; `viaStation` is the account of the station where a person says it at one. */
export type Sayer = { readonly userId: UserId; readonly viaStation: UserId | null }

/** Returns who says something: at a station the person who works there. */
export function sayerOf({ userId, actingUserId = null }: Actor): Sayer {
  return actingUserId === null ? { userId, viaStation: null } : { userId: actingUserId, viaStation: userId }
}

/**
 * Refuses a named person who is no operator of one of the work centers or, where the company asks for PINs, did not prove to work at the station
 * then, and any name from an account that is no station (domain.md S-37, S-37a).
 */
export async function requireActor(
  tenant: Tenant,
  { userId: stationId, isStation = false, actingUserId = null, saidAt = null }: Actor,
  workCenterIds: readonly WorkCenterId[],
): Promise<void> {
  if (actingUserId === null) return
  const people = isStation ? await listStationPeople(tenant, workCenterIds.length === 0 ? null : [...new Set(workCenterIds)]) : []
  const assigned = people.find(({ userId }) => userId === actingUserId)?.workCenterIds ?? []
  const isProven =
    assigned.length > 0 && (await isWorkProven(tenant, stationId, actingUserId, saidAt === null ? null : proofBounds(saidAt)))
  const problem = problemOfActing({ isStation, assigned, workCenterIds, isProven })
  if (problem !== null) throw new Refusal(problem)
}

/** Returns those of the work centers that the named person is assigned to, all where nobody is named: what of several things they may say at a station. */
export async function placesOfActor(
  tenant: Tenant,
  { actingUserId = null }: Actor,
  workCenterIds: readonly WorkCenterId[],
): Promise<readonly WorkCenterId[]> {
  if (actingUserId === null || workCenterIds.length === 0) return workCenterIds
  const own =
    (await listStationPeople(tenant, [...new Set(workCenterIds)])).find(({ userId }) => userId === actingUserId)?.workCenterIds ?? []
  return workCenterIds.filter((id) => own.includes(id))
}
