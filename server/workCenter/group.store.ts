import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

export type GroupValues = { readonly name: string; readonly color: string }
/** A group of work centers of a company; its colour marks them on the screens. */
export type WorkCenterGroup = GroupValues & { readonly id: number; readonly version: number; readonly lossReasonsCount: number }

/** Returns the company's groups of work centers by name. */
export async function listGroups(tenant: Tenant): Promise<readonly WorkCenterGroup[]> {
  return await groups(tenant)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

/**
 * Returns the company's group, locked until the transaction ends, or null. `CHANGE` still allows work centers to join, `DELETE` does not, `JOIN`
 * only prevents its deletion.
 */
export async function holdGroup(tenant: Tenant, id: number, purpose: 'CHANGE' | 'DELETE' | 'JOIN'): Promise<WorkCenterGroup | null> {
  const query = tenant.tx.selectFrom('work_center_group').select('id').where('company_id', '=', tenant.companyId).where('id', '=', id)
  const held = { CHANGE: query.forNoKeyUpdate(), DELETE: query.forUpdate(), JOIN: query.forKeyShare() }[purpose]
  if ((await held.executeTakeFirst()) === undefined) return null
  return (await groups(tenant).where('work_center_group.id', '=', id).executeTakeFirst()) ?? null
}

/** Returns whether another group than `exceptId` has the name, case-insensitively. */
export async function isGroupNameTaken(tenant: Tenant, name: string, exceptId: number | null): Promise<boolean> {
  const found = await tenant.tx
    .selectFrom('work_center_group')
    .select('id')
    .where('company_id', '=', tenant.companyId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where(sql<boolean>`id is distinct from ${exceptId}::int`)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns the id of the stored group. */
export async function insertGroup(tenant: Tenant, values: GroupValues): Promise<number> {
  const row = await tenant.tx
    .insertInto('work_center_group')
    .values({ company_id: tenant.companyId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Stores another name and colour of the group; its version rises by 1. */
export async function updateGroup(tenant: Tenant, id: number, values: GroupValues): Promise<void> {
  await tenant.tx
    .updateTable('work_center_group')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Holds the loss reasons that are linked to the group, in the order of their ids: who changes a reason holds it before its groups. */
export async function holdReasonsOfGroup(tenant: Tenant, id: number): Promise<void> {
  await sql`select id from loss_reason where company_id = ${tenant.companyId} and id in (
      select loss_reason_id from loss_reason_link where company_id = ${tenant.companyId} and work_center_group_id = ${id})
    order by id for no key update`.execute(tenant.tx)
}

/** Returns the work centers that were in the group, and are in none now, in the order of their ids; archived ones included. */
export async function emptyGroup(tenant: Tenant, id: number): Promise<readonly WorkCenterId[]> {
  const rows = await sql<{ readonly id: number }>`
    with held as (select id from work_center where company_id = ${tenant.companyId} and group_id = ${id} order by id for no key update)
    update work_center w set group_id = null, version = version + 1, setup_version = setup_version + 1
    from held where w.company_id = ${tenant.companyId} and w.id = held.id returning w.id`.execute(tenant.tx)
  return rows.rows.map((row) => asId<WorkCenterId>(row.id)).toSorted((left, right) => left - right)
}

/** Removes the empty group, and with it the links of loss reasons to it. */
export async function deleteGroupRow(tenant: Tenant, id: number): Promise<void> {
  await tenant.tx.deleteFrom('work_center_group').where('company_id', '=', tenant.companyId).where('id', '=', id).execute()
}

function groups(tenant: Tenant) {
  return tenant.tx
    .selectFrom('work_center_group')
    .select([
      'work_center_group.id',
      'work_center_group.name',
      'work_center_group.color',
      'work_center_group.version',
      sql<number>`(select count(*)::int from loss_reason_link l
        join loss_reason r on r.company_id = l.company_id and r.id = l.loss_reason_id and r.deleted_on is null
        where l.company_id = work_center_group.company_id and l.work_center_group_id = work_center_group.id)`.as('lossReasonsCount'),
    ])
    .where('work_center_group.company_id', '=', tenant.companyId)
}

/** What the log tells of a report that ends. */
type ReportOfGroup = {
  readonly reportId: number
  readonly type: string
  readonly periodicity: string
  readonly hours: number
  readonly minutes: number
  readonly groupId: number
  readonly users: readonly string[]
  readonly emails: readonly string[]
}

/** Returns the reports that are sent of the group, with who gets them: they end with it. */
export async function listReportsOfGroup(tenant: Tenant, groupId: number): Promise<readonly ReportOfGroup[]> {
  const { rows } = await sql<ReportOfGroup>`select s.id as "reportId", s.type, s.periodicity, s.hours, s.minutes, s.group_id as "groupId",
      array(select r.user_id::text from report_recipient r where r.company_id = s.company_id and r.subscription_id = s.id order by 1) as users,
      array(select a.email from report_address a where a.company_id = s.company_id and a.subscription_id = s.id and a.removed_on is null order by 1) as emails
    from report_subscription s where s.company_id = ${tenant.companyId} and s.group_id = ${groupId}::int order by s.id for update`.execute(
    tenant.tx,
  )
  return rows
}
