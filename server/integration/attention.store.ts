import { sql } from 'kysely'
import { KEY_WARNING_DAYS } from '#engine/integration/keyEnd.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { isSwitchedOff } from '#server/extension/extension.store.ts'

/** An integration that administrators are told of. */
export type ToldIntegration = { readonly companyId: CompanyId; readonly id: string; readonly name: string }

/** Returns the integrations of all companies that import by themselves or have something to say, have failed and of which nobody was told; they count as told from then on. */
export async function takeFailed(tx: Tenant['tx'], at: Date): Promise<readonly ToldIntegration[]> {
  const { rows } = await sql<ToldIntegration>`update integration set failed_told_on = ${at}::timestamptz
    where status = 'FAILED' and failed_told_on is null and deleted_on is null and (scheduled_since is not null or exists (select from integration_outbox m where m.company_id = integration.company_id
        and m.integration_id = integration.id and m.state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING')))
      and not ${isSwitchedOff(sql`integration.company_id`, 'INTEGRATIONS')}
    returning company_id as "companyId", id, name`.execute(tx)
  return rows
}

/** A key that ends soon; `told` = the last warning, by its days. */
export type EndingKey = ToldIntegration & { readonly daysLeft: number; readonly told: number | null; readonly day: string }

/** Returns the keys of all companies that end within the first warning, and whose last one was not given; held until the transaction ends. */
export async function listEndingKeys(tx: Tenant['tx'], at: Date): Promise<readonly EndingKey[]> {
  const { rows } = await sql<EndingKey>`select i.company_id as "companyId", i.id, i.name, i.key_told as told, i.key_ends_on::text as day,
      i.key_ends_on - (${at}::timestamptz at time zone c.time_zone)::date as "daysLeft"
    from integration i join company c on c.id = i.company_id
    where i.key_ends_on <= ${at}::timestamptz::date + ${KEY_WARNING_DAYS[0] + 1}::int and coalesce(i.key_told, 1) > 0
      and i.deleted_on is null and i.status <> 'DISABLED' and not ${isSwitchedOff(sql`i.company_id`, 'INTEGRATIONS')} for update of i skip locked`.execute(
    tx,
  )
  return rows
}

/** Stores the warning that was given of a key, by its days. */
export async function storeKeyTold(tx: Tenant['tx'], { companyId, id }: ToldIntegration, days: number): Promise<void> {
  await sql`update integration set key_told = ${days} where company_id = ${companyId} and id = ${id}::uuid`.execute(tx)
}
