import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { AudienceChoice } from '#engine/notification/escalation.ts'
import { recipientsOf } from '#engine/notification/recipients.ts'
import type { Tenant } from '#server/db/database.ts'
import { listMembers } from './people.store.ts'
import { listRules } from './rule.store.ts'
import type { StoredRule } from './rule.store.ts'

/** Returns the rules of the work centers, null = of all. */
export async function listVisibleRules(tenant: Tenant, ids: readonly WorkCenterId[] | null): Promise<readonly StoredRule[]> {
  return ids?.length === 0 ? [] : listRules(tenant, ids)
}

/** Returns the ids of the people that an audience means at the work center now. */
export async function audienceMembers(tenant: Tenant, workCenterId: WorkCenterId, choice: AudienceChoice): Promise<readonly UserId[]> {
  return recipientsOf(choice, await listMembers(tenant, workCenterId)).map((id) => asId<UserId>(id))
}
