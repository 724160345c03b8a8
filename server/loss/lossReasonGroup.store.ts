import { sql } from 'kysely'
import type { Tenant } from '#server/db/database.ts'
import { lockReasons } from './lossReason.store.ts'
import type { Translation } from './lossReason.store.ts'

export type LossReasonGroupValues = { readonly name: string; readonly color: string; readonly translations: readonly Translation[] }
export type LossReasonGroup = LossReasonGroupValues & {
  readonly id: number
  /** Its place among the groups, ascending; gaps mean nothing. */
  readonly sortNumber: number
  readonly isDeleted: boolean
  readonly version: number
}

/** Returns the company's groups of loss reasons in its order, deleted ones included; only those of the ids when given. */
export async function listLossReasonGroups(tenant: Tenant, ids?: readonly number[]): Promise<readonly LossReasonGroup[]> {
  const rows =
    await sql<LossReasonGroup>`select g.id, g.name, g.color, g.sort_number as "sortNumber", g.deleted_on is not null as "isDeleted", g.version,
      coalesce(t.translations, '[]') as translations from loss_reason_group g
    left join lateral (select json_agg(json_build_object('language', language, 'name', name) order by language) as translations
      from loss_reason_group_translation t where t.company_id = g.company_id and t.loss_reason_group_id = g.id) t on true
    where g.company_id = ${tenant.companyId} ${ids === undefined ? sql`` : sql`and g.id = any(${ids}::int[])`}
    order by g.sort_number, g.name, g.id`.execute(tenant.tx)
  return rows.rows
}

/** Returns the group, locked until the transaction ends, or null when the company has none of this id or it is deleted. */
export async function lockLossReasonGroup(tenant: Tenant, id: number): Promise<LossReasonGroup | null> {
  await lockReasons(tenant)
  await sql`select id from loss_reason_group where company_id = ${tenant.companyId} and id = ${id} for no key update`.execute(tenant.tx)
  const [group] = await listLossReasonGroups(tenant, [id])
  return group === undefined || group.isDeleted ? null : group
}

/**
 * Returns whether another group of the company than `exceptId` has the name, case-insensitively; deleted ones aside. Of two who give one name at once
 * the second waits for the first.
 */
export async function isGroupNameTaken(tenant: Tenant, name: string, exceptId: number | null): Promise<boolean> {
  await lockReasons(tenant)
  const found = await sql`select id from loss_reason_group where company_id = ${tenant.companyId} and deleted_on is null
    and lower(name) = lower(${name}) and id is distinct from ${exceptId}::int limit 1`.execute(tenant.tx)
  return found.rows.length > 0
}

/** Returns the id of the stored group, which stands last. */
export async function insertLossReasonGroup(tenant: Tenant, values: LossReasonGroupValues): Promise<number> {
  const { id } = await tenant.tx
    .insertInto('loss_reason_group')
    .values({ company_id: tenant.companyId, name: values.name, color: values.color, sort_number: (await lastGroupPlace(tenant)) + 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeTranslations(tenant, id, values.translations)
  return id
}

/** Replaces the values of the group and raises its version by 1. */
export async function updateLossReasonGroup(tenant: Tenant, id: number, values: LossReasonGroupValues): Promise<void> {
  await tenant.tx
    .updateTable('loss_reason_group')
    .set({ name: values.name, color: values.color, version: sql<number>`version + 1` })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
  await writeTranslations(tenant, id, values.translations)
}

/** Deletes the group for what comes; its reasons stay without a group. */
export async function markGroupDeleted(tenant: Tenant, id: number): Promise<void> {
  await tenant.tx
    .updateTable('loss_reason_group')
    .set({ deleted_on: sql`now()`, version: sql<number>`version + 1` })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
  await tenant.tx
    .updateTable('loss_reason')
    .set({ group_id: null, version: sql<number>`version + 1` })
    .where('company_id', '=', tenant.companyId)
    .where('group_id', '=', id)
    .execute()
}

async function writeTranslations(tenant: Tenant, id: number, translations: readonly Translation[]): Promise<void> {
  const owner = { company_id: tenant.companyId, loss_reason_group_id: id }
  await tenant.tx
    .deleteFrom('loss_reason_group_translation')
    .where((row) => row.and(owner))
    .execute()
  if (translations.length === 0) return
  await tenant.tx
    .insertInto('loss_reason_group_translation')
    .values(translations.map(({ language, name }) => ({ ...owner, language, name })))
    .execute()
}

async function lastGroupPlace(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ place: number }>`select coalesce(max(sort_number), 0) as place from loss_reason_group
    where company_id = ${tenant.companyId}`.execute(tenant.tx)
  return rows[0]?.place ?? 0
}
