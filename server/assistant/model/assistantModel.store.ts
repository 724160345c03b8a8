import { sql } from 'kysely'
import type { CompanyId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Returns the host of the model that the company lets be asked; null = none. */
export async function findAssistantHost({ tx, companyId }: Tenant): Promise<string | null> {
  const row = await tx.selectFrom('company').select('assistant_host').where('id', '=', companyId).executeTakeFirst()
  return row?.assistant_host ?? null
}

/** Returns the same, locked until the transaction ends. */
export async function lockAssistantHost({ tx, companyId }: Tenant): Promise<string | null> {
  const row = await tx.selectFrom('company').select('assistant_host').where('id', '=', companyId).forNoKeyUpdate().executeTakeFirst()
  return row?.assistant_host ?? null
}

/** Stores the host of the model that the company lets be asked. */
export async function setAssistantHost({ tx, companyId }: Tenant, host: string | null): Promise<void> {
  await tx.updateTable('company').set({ assistant_host: host }).where('id', '=', companyId).execute()
}

/** Returns the names of the company's people and of those who left it, as they write them, without stations; in the system, whose the people are. */
export async function listPeopleNames(tx: Tenant['tx'], companyId: CompanyId): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`select concat_ws(' ', u.first_name, u.last_name) as name
    from (select user_id from membership where company_id = ${companyId} and not is_station
      union select user_id from former_member where company_id = ${companyId}) one
    join app_user u on u.id = one.user_id`.execute(tx)
  return rows.map(({ name }) => name).filter((name) => name.trim() !== '')
}
