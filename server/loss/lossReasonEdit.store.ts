import { sql } from 'kysely'
import type { LossReasonId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { lockReasons } from './lossReason.store.ts'
import type { LossReasonLink, LossReasonValues, Translation } from './lossReason.store.ts'

/** Returns the id of the stored reason, with its links and translations; it stands last in its group. */
export async function insertLossReason(tenant: Tenant, values: LossReasonValues): Promise<LossReasonId> {
  const { id } = await tenant.tx
    .insertInto('loss_reason')
    .values({ company_id: tenant.companyId, ...columnsOf(values), sort_number: (await lastPlaceIn(tenant, values.groupId)) + 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reasonId = asId<LossReasonId>(id)
  await writeBelongings(tenant, reasonId, values)
  return reasonId
}

/** Replaces the values, links and translations of the reason and raises its version by 1; in another group it stands last. */
export async function updateLossReason(tenant: Tenant, id: LossReasonId, values: LossReasonValues): Promise<void> {
  const last = await lastPlaceIn(tenant, values.groupId)
  const place = sql<number>`case when group_id is not distinct from ${values.groupId}::int then sort_number else ${last + 1}::int end`
  await tenant.tx
    .updateTable('loss_reason')
    .set({ ...columnsOf(values), sort_number: place, version: sql<number>`version + 1` })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
  await writeBelongings(tenant, id, values)
}

/**
 * Returns whether another reason of the company than `exceptId` has the name, case-insensitively; deleted ones aside. Of two who give one name at
 * once the second waits for the first.
 */
export async function isReasonNameTaken(tenant: Tenant, name: string, exceptId: LossReasonId | null): Promise<boolean> {
  await lockReasons(tenant)
  const found = await sql`select id from loss_reason where company_id = ${tenant.companyId} and deleted_on is null
    and lower(name) = lower(${name}) and id is distinct from ${exceptId}::int limit 1`.execute(tenant.tx)
  return found.rows.length > 0
}

/** Deletes the reason for what comes; history keeps it (domain.md E-43). */
export async function markReasonDeleted(tenant: Tenant, id: LossReasonId): Promise<void> {
  await tenant.tx
    .updateTable('loss_reason')
    .set({ deleted_on: sql`now()`, is_default_planned: false, version: sql<number>`version + 1` })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Leaves the reason as the only one that scheduled-loss statuses are classified by. */
export async function clearOtherDefaultPlanned(tenant: Tenant, id: LossReasonId): Promise<void> {
  await tenant.tx
    .updateTable('loss_reason')
    .set({ is_default_planned: false, version: sql<number>`version + 1` })
    .where('company_id', '=', tenant.companyId)
    .where('id', '<>', id)
    .where('is_default_planned', '=', true)
    .execute()
}

/** Returns which of the links name a group or a work center that the company does not have; the groups stay until the transaction ends. */
export async function findUnknownLinks(tenant: Tenant, links: readonly LossReasonLink[]): Promise<readonly LossReasonLink[]> {
  const places = await sql<{ kind: string; id: number }>`
    with held as (select id from work_center_group where company_id = ${tenant.companyId}
      and id = any(${links.map((link) => link.workCenterGroupId ?? 0)}::int[]) order by id for key share)
    select 'group' as kind, id from held
    union all select 'workCenter', id from work_center where company_id = ${tenant.companyId}
      and id = any(${links.map((link) => link.workCenterId ?? 0)}::int[])`.execute(tenant.tx)
  const known = new Set(places.rows.map((row) => `${row.kind}/${row.id}`))
  return links.filter(
    (link) => !known.has(link.workCenterId === null ? `group/${link.workCenterGroupId}` : `workCenter/${link.workCenterId}`),
  )
}

async function lastPlaceIn(tenant: Tenant, groupId: number | null): Promise<number> {
  const { rows } = await sql<{ place: number }>`select coalesce(max(sort_number), 0) as place from loss_reason
    where company_id = ${tenant.companyId} and group_id is not distinct from ${groupId}::int`.execute(tenant.tx)
  return rows[0]?.place ?? 0
}

function columnsOf(values: LossReasonValues) {
  return {
    name: values.name,
    category: values.category,
    type: values.type,
    color: values.color,
    group_id: values.groupId,
    activity_types: [...values.activityTypes],
    include_in_oee_calculation: values.includeInOeeCalculation,
    is_small_stop: values.isSmallStop,
    is_hidden: values.isHidden,
    // Offered again, it is nobody's former name.
    ...(!values.isHidden && { replaced_by_id: null }),
    denied_for_manual_enter: values.deniedForManualEnter,
    require_extra_notes: values.requireExtraNotes,
    has_maximum_allowed_duration: values.hasMaximumAllowedDuration,
    maximum_allowed_duration_ms: values.maximumAllowedDurationMs,
    maximum_allowed_duration_unit: values.maximumAllowedDurationUnit,
    link_type: values.linkType,
    identifiers: [...values.identifiers],
    is_default_planned: values.isDefaultPlanned,
  }
}

async function writeBelongings(tenant: Tenant, id: LossReasonId, values: LossReasonValues): Promise<void> {
  const owner = { company_id: tenant.companyId, loss_reason_id: id }
  await tenant.tx
    .deleteFrom('loss_reason_link')
    .where((row) => row.and(owner))
    .execute()
  if (values.links.length > 0) {
    await tenant.tx
      .insertInto('loss_reason_link')
      .values(
        values.links.map((link) => ({
          ...owner,
          work_center_id: link.workCenterId,
          work_center_group_id: link.workCenterGroupId,
          identifier: link.identifier,
        })),
      )
      .execute()
  }
  await tenant.tx
    .deleteFrom('loss_reason_translation')
    .where((row) => row.and(owner))
    .execute()
  if (values.translations.length > 0) {
    await tenant.tx
      .insertInto('loss_reason_translation')
      .values(values.translations.map(({ language, name }: Translation) => ({ ...owner, language, name })))
      .execute()
  }
}
