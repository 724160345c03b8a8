import { sql } from 'kysely'
import type { Tenant } from '#server/db/database.ts'

/** Returns the administrators of the company, in a transaction of the system. */
export async function listAdministrators(
  tenant: Tenant,
): Promise<readonly { readonly email: string; readonly language: string; readonly company: string }[]> {
  const { rows } = await sql<{ email: string; language: string; company: string }>`select u.email, u.language, c.name as company
    from membership m join app_user u on u.id = m.user_id join company c on c.id = m.company_id
    where m.company_id = ${tenant.companyId} and m.role = 'ADMIN' and (m.expires_on is null or m.expires_on > now())`.execute(tenant.tx)
  return rows
}
