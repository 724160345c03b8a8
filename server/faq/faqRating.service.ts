import { isProviderRole } from '#engine/access/abilities.ts'
import type { Caller } from '#server/access/caller.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { isOfProvider } from '#server/user/ofProvider.ts'
import { type FaqRating, listFaqRatings, listFaqRatingsOfAll } from './faqRating.store.ts'

/** Returns whether entries of the FAQ helped, as the people of the company said; of all companies for a visitor of the provider (domain.md HP-4). */
export async function faqRatings(
  { database }: { readonly database: Database },
  caller: Pick<Caller, 'principal' | 'apiKeyId'>,
  { companyId, role }: Pick<Membership, 'companyId' | 'role'>,
): Promise<readonly FaqRating[]> {
  const ofAll = isProviderRole(role)
    ? await database.inSystem(async (tx) => ((await isOfProvider(tx, caller)) ? await listFaqRatingsOfAll(tx) : null))
    : null
  return ofAll ?? (await database.inTenant(companyId, listFaqRatings))
}
