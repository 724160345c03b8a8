import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { AudienceChoice } from '#engine/notification/escalation.ts'
import type { Member } from '#engine/notification/recipients.ts'
import { recipientsOf } from '#engine/notification/recipients.ts'
import type { Tenant } from '#server/db/database.ts'
import { listRules } from './rule.store.ts'
import type { StoredRule } from './rule.store.ts'

/** Returns the rules of the work centers, null = of all. */
export async function listVisibleRules(tenant: Tenant, ids: readonly WorkCenterId[] | null): Promise<readonly StoredRule[]> {
  return ids?.length === 0 ? [] : listRules(tenant, ids)
}

/** Returns the ids of the people that an audience means, of the members as they see the work center. */
export function audienceMembers(members: readonly Member[], choice: AudienceChoice): readonly UserId[] {
  return recipientsOf(choice, members).map((id) => asId<UserId>(id))
}
