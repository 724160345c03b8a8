import { sql } from 'kysely'
import type { LossReasonId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Returns the reasons of the group in their order, null = those without a group; deleted ones aside. */
export async function listReasonOrder(tenant: Tenant, groupId: number | null): Promise<readonly LossReasonId[]> {
  const { rows } = await sql<{ id: number }>`select id from loss_reason where company_id = ${tenant.companyId} and deleted_on is null
    and group_id is not distinct from ${groupId}::int order by sort_number, name, id`.execute(tenant.tx)
  return rows.map((row) => asId<LossReasonId>(row.id))
}

/** Puts the reasons into the group in this order. One that comes from another group gets a new version. */
export async function writeReasonOrder(tenant: Tenant, groupId: number | null, ids: readonly LossReasonId[]): Promise<void> {
  await sql`update loss_reason r set sort_number = wanted.place, group_id = ${groupId}::int,
      version = case when r.group_id is distinct from ${groupId}::int then r.version + 1 else r.version end
    from unnest(${ids}::int[]) with ordinality as wanted (id, place)
    where r.company_id = ${tenant.companyId} and r.id = wanted.id
      and (r.sort_number <> wanted.place or r.group_id is distinct from ${groupId}::int)`.execute(tenant.tx)
}

/** Puts the groups into this order. */
export async function writeGroupOrder(tenant: Tenant, ids: readonly number[]): Promise<void> {
  await sql`update loss_reason_group g set sort_number = wanted.place from unnest(${ids}::int[]) with ordinality as wanted (id, place)
    where g.company_id = ${tenant.companyId} and g.id = wanted.id and g.sort_number <> wanted.place`.execute(tenant.tx)
}
