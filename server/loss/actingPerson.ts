import type { WorkCenterId } from '#engine/ids.ts'
import { problemOfActing } from '#engine/user/station.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { listStationPeople } from '#server/user/stationPeople.store.ts'
import type { Editor } from './lossEditing.ts'

/** Refuses a named person who is no operator of one of the work centers, and any name from an account that is no station (domain.md S-37). */
export async function requireActing(
  tenant: Tenant,
  { member, actingUserId = null }: Editor,
  workCenterIds: readonly WorkCenterId[],
): Promise<void> {
  if (actingUserId === null) return
  const people = member.isStation ? await listStationPeople(tenant, [...new Set(workCenterIds)]) : []
  const assigned = people.find(({ userId }) => userId === actingUserId)?.workCenterIds ?? []
  const problem = problemOfActing({ isStation: member.isStation, assigned, workCenterIds })
  if (problem !== null) throw new Refusal(problem)
}
