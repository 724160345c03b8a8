import { sql } from 'kysely'
import { FAQ_IDS } from '#engine/faq/faqIds.ts'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** How many people of a company an entry of the FAQ helped, and how many it did not. */
export type FaqRating = { readonly entry: string; readonly helped: number; readonly notHelped: number }

/** Stores whether the entry helped the person, in the place of what they said before. */
export async function saveFaqRating(
  { tx, companyId }: Tenant,
  { entry, userId, isHelpful, at }: { readonly entry: string; readonly userId: UserId; readonly isHelpful: boolean; readonly at: Date },
): Promise<void> {
  await sql`insert into faq_rating (company_id, entry, user_id, is_helpful, rated_on)
    values (${companyId}, ${entry}, ${userId}, ${isHelpful}, ${at}::timestamptz)
    on conflict (company_id, entry, user_id) do update set is_helpful = excluded.is_helpful, rated_on = excluded.rated_on`.execute(tx)
}

/** Returns the counts of all entries that anybody of the company rated, by their names. */
export async function listFaqRatings({ tx, companyId }: Tenant): Promise<readonly FaqRating[]> {
  const { rows } = await sql<FaqRating>`select entry, count(*) filter (where is_helpful)::int as helped,
      count(*) filter (where not is_helpful)::int as "notHelped"
    from faq_rating where company_id = ${companyId} group by entry order by entry`.execute(tx)
  return rows
}

/** Returns the same of all companies together, of the product's own entries alone: what a company wrote is its own. */
export async function listFaqRatingsOfAll(tx: Tenant['tx']): Promise<readonly FaqRating[]> {
  const { rows } = await sql<FaqRating>`select entry, count(*) filter (where is_helpful)::int as helped,
      count(*) filter (where not is_helpful)::int as "notHelped"
    from faq_rating where entry = any(${[...FAQ_IDS]}::text[]) group by entry order by entry`.execute(tx)
  return rows
}
