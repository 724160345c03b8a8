import { sql } from 'kysely'
import type { Tenant } from '#server/db/database.ts'

/** Returns the units of the posting and the id of a row of it, by which it is put right; null where it is gone. */
export async function findPosted(
  { tx, companyId }: Tenant,
  postingId: number,
): Promise<{ readonly id: number; readonly accepted: number; readonly rejected: number } | null> {
  const { rows } = await sql<{
    readonly id: number
    readonly accepted: number
    readonly rejected: number
  }>`select min(id)::int as id, sum(accepted)::float8 as accepted, sum(rejected)::float8 as rejected
    from output_confirmation where company_id = ${companyId} and posting_id = ${postingId} group by posting_id`.execute(tx)
  return rows[0] ?? null
}
