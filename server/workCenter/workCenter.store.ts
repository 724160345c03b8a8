import { sql } from 'kysely'
import type { CompiledQuery, SelectQueryBuilder, Updateable } from 'kysely'
import type { DeviceId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { WORK_CENTER_COLUMNS } from './workCenterRow.ts'
import type { WorkCenter } from './workCenterRow.ts'

/** Which work centers a list shows; what is absent does not narrow it. */
export type WorkCenterFilter = {
  readonly ids?: readonly WorkCenterId[]
  readonly deviceIds?: readonly DeviceId[]
  /** Archived ones are listed only when asked for. */
  readonly deviceStatus?: WorkCenter['deviceStatus']
  /** Part of the name, the external code or the device's code. */
  readonly text?: string
  readonly models?: readonly string[]
}

export type WorkCenterColumns = Omit<Updateable<DB['work_center']>, 'id' | 'company_id' | 'version' | 'setup_version' | 'created_on'>

/** Returns the company's work centers in their order, at most `limit` from `offset`, and how many there are in all. */
export async function pageWorkCenters(
  tenant: Tenant,
  filter: WorkCenterFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly WorkCenter[]; readonly totalItems: number }> {
  const [rows, count] = await Promise.all([
    filtered(tenant, filter)
      .select(WORK_CENTER_COLUMNS)
      .orderBy('sort_number')
      .orderBy('name')
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    filtered(tenant, filter)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { items: rows, totalItems: Number(count.count) }
}

/** Returns all work centers of the company that the filter lets through, in their order. */
export async function listWorkCenters(tenant: Tenant, filter: WorkCenterFilter): Promise<readonly WorkCenter[]> {
  return await filtered(tenant, filter).select(WORK_CENTER_COLUMNS).orderBy('sort_number').orderBy('name').orderBy('id').execute()
}

/** Returns the work centers of the ids that the company has, archived ones included, in no order. */
export async function findWorkCenters(tenant: Tenant, ids: readonly WorkCenterId[]): Promise<readonly WorkCenter[]> {
  if (ids.length === 0) return []
  return await tenant.tx
    .selectFrom('work_center')
    .select(WORK_CENTER_COLUMNS)
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', ids)
    .execute()
}

/** Returns the id of the company's work center that the device feeds, or null. */
export async function findWorkCenterIdByDevice(tenant: Tenant, deviceId: DeviceId): Promise<WorkCenterId | null> {
  const row = await tenant.tx
    .selectFrom('work_center')
    .select('id')
    .where('company_id', '=', tenant.companyId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns the ids of the work centers that the operator is assigned to. */
export async function listAssignedWorkCenterIds(tenant: Tenant, userId: UserId): Promise<ReadonlySet<number>> {
  const rows = await tenant.tx
    .selectFrom('operator_work_center')
    .select('work_center_id')
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', userId)
    .execute()
  return new Set(rows.map((row) => row.work_center_id))
}

/** A model that work centers are of; `code` null where they name none or several. */
export type DeviceModel = { readonly name: string; readonly code: string | null; readonly workCentersCount: number }

/** Returns the models of the work centers of the ids, of all with null, by name; archived work centers do not count. */
export async function listModels(tenant: Tenant, ids: readonly WorkCenterId[] | null): Promise<readonly DeviceModel[]> {
  return await filtered(tenant, ids === null ? {} : { ids })
    .select([
      sql<string>`model`.as('name'),
      sql<string | null>`case when count(distinct model_code) = 1 then min(model_code) end`.as('code'),
      sql<number>`count(*)::int`.as('workCentersCount'),
    ])
    .where('model', 'is not', null)
    .groupBy('model')
    .orderBy(sql`lower(model), model`)
    .execute()
}

/** Returns the stored work center, at work since the instant (ms UTC), last in the company's order. */
export async function insertWorkCenter(
  tenant: Tenant,
  work: { readonly name: string; readonly deviceId: DeviceId | null; readonly activeSince: number },
): Promise<WorkCenter> {
  return await tenant.tx
    .insertInto('work_center')
    .values((values) => ({
      company_id: tenant.companyId,
      name: work.name,
      device_id: work.deviceId,
      active_since: work.activeSince,
      sort_number: values
        .selectFrom('work_center as other')
        .select(sql<number>`coalesce(max(other.sort_number) + 1, 0)`.as('next'))
        .where('other.company_id', '=', tenant.companyId),
    }))
    .returning(WORK_CENTER_COLUMNS)
    .executeTakeFirstOrThrow()
}

/**
 * Returns the work center with the columns changed and its versions raised by 1, or null when it has another version by now
 * (`version` null = whichever it has) or does not exist.
 */
export async function updateWorkCenter(
  tenant: Tenant,
  id: WorkCenterId,
  version: number | null,
  columns: WorkCenterColumns,
): Promise<WorkCenter | null> {
  const row = await tenant.tx
    .updateTable('work_center')
    .set({ ...columns, version: sql<number>`version + 1`, setup_version: sql<number>`setup_version + 1` })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .$if(version !== null, (update) => update.where('version', '=', version))
    .returning(WORK_CENTER_COLUMNS)
    .executeTakeFirst()
  return row ?? null
}

/** Raises the setup version of a work center, or of all of the company with null. Locks in the order of ids, like every lock of several. */
export async function raiseSetupVersion(tenant: Tenant, id: WorkCenterId | null): Promise<readonly WorkCenterId[]> {
  const rows = await tenant.tx
    .with('locked', (tx) =>
      tx
        .selectFrom('work_center')
        .select('id')
        .where('company_id', '=', tenant.companyId)
        .$if(id !== null, (select) => select.where('id', '=', id))
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable('work_center')
    .set({ setup_version: sql<number>`setup_version + 1` })
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', (select) => select.selectFrom('locked').select('locked.id'))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

function filtered(tenant: Tenant, filter: WorkCenterFilter): SelectQueryBuilder<DB, 'work_center', object> {
  let query = tenant.tx.selectFrom('work_center').where('company_id', '=', tenant.companyId)
  query = filter.deviceStatus ? query.where('device_status', '=', filter.deviceStatus) : query.where('device_status', '<>', 'ARCHIVE')
  if (filter.ids) query = query.where('id', '=', sql<WorkCenterId>`any(${filter.ids})`)
  if (filter.deviceIds) query = query.where('device_id', '=', sql<DeviceId>`any(${filter.deviceIds})`)
  if (filter.models) query = query.where('model', '=', sql<string>`any(${filter.models})`)
  if (filter.text) query = query.where(textMatch(filter.text))
  return query
}

function textMatch(text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`
  return sql<boolean>`(name ilike ${pattern} or external_code ilike ${pattern}
    or exists (select from device where device.id = work_center.device_id and device.code ilike ${pattern}))`
}

/** Returns the work center locked until the transaction ends, as the last writer left it; null when the company has none of the id. */
export async function lockWorkCenter(tenant: Tenant, id: WorkCenterId): Promise<WorkCenter | null> {
  locking ??= tenant.tx
    .selectFrom('work_center')
    .select(WORK_CENTER_COLUMNS)
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .compile()
  const { rows } = await tenant.tx.executeQuery<WorkCenter>({ ...locking, parameters: [tenant.companyId, id] })
  return rows[0] ?? null
}

/** Every act at a work center locks it: the text of the statement, of well over a hundred columns, is made once. */
let locking: CompiledQuery<WorkCenter> | null = null

/** Locks the work centers until the transaction ends, in one order: what two people do there is written one after the other. */
export async function lockWorkCenters(tenant: Tenant, ids: readonly WorkCenterId[]): Promise<void> {
  await sql`select id from work_center where company_id = ${tenant.companyId} and id = any(${ids}::int[]) order by id for no key update`.execute(
    tenant.tx,
  )
}
