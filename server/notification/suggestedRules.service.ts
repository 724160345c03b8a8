import type { WorkCenterId } from '#engine/ids.ts'
import { SUGGESTED_FROM_MS, suggestedRules } from '#engine/notification/suggestedRules.ts'
import type { SuggestedRule } from '#engine/notification/suggestedRules.ts'
import type { Tenant } from '#server/db/database.ts'
import { listHappened } from './suggestedRules.store.ts'

/** Returns the rules that the last 14 days suggest for the work centers (null = all of the company), at most three. */
export async function suggestRules(
  tenant: Tenant,
  { now, workCenterIds }: { readonly now: number; readonly workCenterIds: readonly WorkCenterId[] | null },
): Promise<readonly SuggestedRule[]> {
  return suggestedRules(await listHappened(tenant, { since: now - SUGGESTED_FROM_MS, workCenterIds }))
}
