import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { requireActor } from '#server/user/acting.ts'
import type { Editor } from './lossEditing.ts'

/** Refuses a named person who is no operator of one of the work centers, and any name from an account that is no station (domain.md S-37). */
export async function requireActing(
  tenant: Tenant,
  { member: { userId, isStation }, actingUserId = null, saidAt = null }: Editor,
  workCenterIds: readonly WorkCenterId[],
): Promise<void> {
  await requireActor(tenant, { userId, isStation, actingUserId, saidAt }, workCenterIds)
}
