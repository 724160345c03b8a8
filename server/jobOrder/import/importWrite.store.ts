import { sql } from 'kysely'
import type { ImportChange } from '#engine/jobOrder/import/undoImport.ts'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { ItemId, JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { OrderContent } from '../jobOrderEdit.store.ts'

/** So many orders travel in a statement. */
const AT_ONCE = 2000

export type By = { readonly userId: UserId | null; readonly at: Date }
/** What an import writes of an order; units in which people enter times stay what they are. */
export type WrittenOrder = Omit<OrderContent, 'planCycleTimeUnit' | 'planDurationMs' | 'planDurationUnit' | 'targetSpeedTimeUnit'> & {
  readonly status: 'DRAFT' | 'PLANNED'
}

const FIELDS = sql`"orderCode" text, "externalCode" text, description text, notes text, "itemId" int, "workCenterId" int, "planOutput" numeric,
  "planStart" int8, "planEnd" int8, "isPlanEndEntered" boolean, "dueDate" int8, "performanceBy" text, "planCycleTimeMs" numeric,
  "targetSpeedQuantity" numeric, "targetSpeedTimeMs" numeric, status text`

/** Stores new orders. Returns their ids by their codes, and calls `onWritten` with how many are stored. */
export async function insertImportedOrders(
  tenant: Tenant,
  importId: number,
  orders: readonly (WrittenOrder & { readonly rank: number })[],
  { source, ...by }: By & { readonly source: 'IMPORT' | 'INTEGRATION' },
  onWritten: (count: number) => void,
): Promise<ReadonlyMap<string, JobOrderId>> {
  const ids = new Map<string, JobOrderId>()
  for (const some of inParts(orders)) {
    const { rows } = await sql<{
      readonly id: JobOrderId
      readonly code: string
    }>`insert into job_order (company_id, order_code, external_code, description,
        notes, item_id, work_center_id, plan_output, plan_start, plan_end, is_plan_end_entered, due_date, performance_by, plan_cycle_time_ms,
        target_speed_quantity, target_speed_time_ms, status, queue_rank, source, import_id, created_by, created_on, updated_by, updated_on)
      select ${tenant.companyId}, "orderCode", "externalCode", description, notes, "itemId", "workCenterId", "planOutput", "planStart", "planEnd",
        "isPlanEndEntered", "dueDate", "performanceBy", "planCycleTimeMs", "targetSpeedQuantity", "targetSpeedTimeMs", status, rank, ${source},
        ${importId}, ${by.userId}, ${by.at}, ${by.userId}, ${by.at}
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as given (${FIELDS}, rank int8)
      returning id, order_code as code`.execute(tenant.tx)
    for (const { id, code } of rows) ids.set(code, id)
    onWritten(ids.size)
  }
  return ids
}

/** Stores what an import makes of orders that nobody began; notes and place in the queue stay. */
export async function updateImportedOrders(
  tenant: Tenant,
  importId: number,
  orders: readonly (WrittenOrder & { readonly id: JobOrderId })[],
  by: By,
  onWritten: (count: number) => void,
): Promise<void> {
  let written = 0
  for (const some of inParts(orders)) {
    await sql`update job_order j set order_code = g."orderCode", external_code = g."externalCode", description = g.description, item_id = g."itemId",
        plan_output = g."planOutput", plan_start = g."planStart", plan_end = g."planEnd", is_plan_end_entered = g."isPlanEndEntered",
        due_date = g."dueDate", performance_by = g."performanceBy", plan_cycle_time_ms = g."planCycleTimeMs",
        target_speed_quantity = g."targetSpeedQuantity", target_speed_time_ms = g."targetSpeedTimeMs", status = g.status, import_id = ${importId},
        version = j.version + 1, updated_by = ${by.userId}, updated_on = ${by.at}
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as g (id int, ${FIELDS})
      where j.company_id = ${tenant.companyId} and j.id = g.id`.execute(tenant.tx)
    onWritten((written += some.length))
  }
}

/** Gives the orders their new statuses: they are cancelled, or closed. */
export async function endImportedOrders(
  tenant: Tenant,
  importId: number,
  orders: readonly { readonly id: JobOrderId; readonly status: JobOrderStatus }[],
  by: By,
): Promise<void> {
  for (const some of inParts(orders))
    await sql`update job_order j set status = g.status, import_id = ${importId}, version = j.version + 1, updated_by = ${by.userId}, updated_on = ${by.at},
        canceled_by = case when g.status = 'CANCELLED' then ${by.userId}::uuid end, canceled_on = case when g.status = 'CANCELLED' then ${by.at}::timestamptz end,
        closed_on = case when g.status = 'CANCELLED' then null else coalesce(j.closed_on, ${by.at}::timestamptz) end
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as g (id int, status text)
      where j.company_id = ${tenant.companyId} and j.id = g.id`.execute(tenant.tx)
}

/** Keeps what the orders are before the import changes them; with their versions of then. */
export async function keepChanges(
  tenant: Tenant,
  importId: number,
  changes: readonly { readonly orderId: JobOrderId; readonly kind: ImportChange['kind'] }[],
): Promise<void> {
  for (const some of inParts(changes))
    await sql`insert into job_orders_import_change (company_id, import_id, job_order_id, order_code, kind, version, before)
      select j.company_id, ${importId}, j.id, j.order_code, g.kind, j.version + case when g.kind in ('CREATE', 'RECREATE') then 0 else 1 end,
        case when g.kind in ('CREATE', 'RECREATE') then null else to_jsonb(j) - 'code_text' - 'search_text' end
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as g ("orderId" int, kind text)
      join job_order j on j.company_id = ${tenant.companyId} and j.id = g."orderId"`.execute(tenant.tx)
}

/** What an import did with an order, as it is kept. */
export type KeptChange = Omit<ImportChange, 'key'> & {
  readonly workCenterId: WorkCenterId | null
  readonly externalCode: string | null
  /** Whether the order is one of another product now. */
  readonly isOtherItem: boolean
}

/** Returns what the import did with each order, and what that was before. */
export async function listChanges(tenant: Tenant, importId: number): Promise<readonly KeptChange[]> {
  const { rows } =
    await sql<KeptChange>`select c.job_order_id as "orderId", c.order_code as "orderCode", c.kind, c.version, c.before ->> 'status' as before,
      coalesce((c.before ->> 'work_center_id')::int, j.work_center_id) as "workCenterId",
      case when c.before is null then j.external_code else c.before ->> 'external_code' end as "externalCode",
      c.before is not null and (c.before ->> 'item_id')::int is distinct from j.item_id as "isOtherItem"
    from job_orders_import_change c left join job_order j on j.company_id = c.company_id and j.id = c.job_order_id
    where c.company_id = ${tenant.companyId} and c.import_id = ${importId} order by c.job_order_id`.execute(tenant.tx)
  return rows
}

/** Gives the orders the bills of material of their products (domain.md M-1). */
export async function copyItemBoms(tenant: Tenant, ids: readonly JobOrderId[]): Promise<void> {
  await sql`delete from bom_line where company_id = ${tenant.companyId} and job_order_id = any(${ids}::int[])`.execute(tenant.tx)
  await sql`insert into bom_line (company_id, job_order_id, position, material_id, measurement_unit, required_input, expected_output, registration_type)
    select b.company_id, j.id, b.position, b.material_id, b.measurement_unit, b.required_input, b.expected_output, b.registration_type
    from job_order j join bom_line b on b.company_id = j.company_id and b.item_id = j.item_id
    where j.company_id = ${tenant.companyId} and j.id = any(${ids}::int[])`.execute(tenant.tx)
}

/** Removes orders that the import made. */
export async function removeImportedOrders(tenant: Tenant, ids: readonly JobOrderId[]): Promise<void> {
  await sql`delete from job_order where company_id = ${tenant.companyId} and id = any(${ids}::int[])`.execute(tenant.tx)
}

/** Makes the orders what they were before the import, with the statuses that are given; those that it only updated stay where they are in the queue. */
export async function restoreOrders(
  tenant: Tenant,
  importId: number,
  orders: readonly { readonly orderId: JobOrderId; readonly status: JobOrderStatus }[],
  by: By,
): Promise<void> {
  for (const some of inParts(orders))
    await sql`update job_order j set order_code = b.order_code, external_code = b.external_code, description = b.description, item_id = b.item_id,
        plan_output = b.plan_output, plan_start = b.plan_start, plan_end = b.plan_end, is_plan_end_entered = b.is_plan_end_entered,
        due_date = b.due_date, performance_by = b.performance_by, plan_cycle_time_ms = b.plan_cycle_time_ms,
        target_speed_quantity = b.target_speed_quantity, target_speed_time_ms = b.target_speed_time_ms, queue_rank = case c.kind when 'UPDATE' then j.queue_rank else b.queue_rank end,
        canceled_by = b.canceled_by, canceled_on = b.canceled_on, closed_on = b.closed_on, import_id = b.import_id, status = g.status,
        version = j.version + 1, updated_by = ${by.userId}, updated_on = ${by.at}
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as g ("orderId" int, status text)
      join job_orders_import_change c on c.company_id = ${tenant.companyId} and c.import_id = ${importId} and c.job_order_id = g."orderId"
      cross join lateral jsonb_populate_record(null::job_order, c.before) b
      where j.company_id = ${tenant.companyId} and j.id = g."orderId"`.execute(tenant.tx)
}

/** When an import was asked for, and when it is done: imports wait in line, and orders go on meanwhile (ms UTC). */
export type ImportTimes = { readonly askedAt: number; readonly now: number }

/**
 * Ends the open runs of the orders when the import was asked for, and those that began since then now; one that would be shorter than a second is removed.
 * Returns since when figures change, by work center.
 */
export async function endRunsOf(
  tenant: Tenant,
  ids: readonly JobOrderId[],
  { askedAt, now }: ImportTimes,
  by: { readonly userId: UserId | null },
): Promise<readonly { readonly workCenterId: WorkCenterId; readonly from: number }[]> {
  const { rows } = await sql<{ readonly workCenterId: WorkCenterId; readonly from: number }>`with short as (
      delete from job_order_run where company_id = ${tenant.companyId} and job_order_id = any(${ids}::int[]) and end_at is null
        and start_at > ${now - 1000}::int8 returning work_center_id, start_at),
    ended as (
      update job_order_run set end_at = case when start_at <= ${askedAt - 1000}::int8 then ${askedAt}::int8 else ${now}::int8 end, ended_by = ${by.userId}
      where company_id = ${tenant.companyId} and job_order_id = any(${ids}::int[])
        and end_at is null and start_at <= ${now - 1000}::int8 returning work_center_id, end_at)
    select work_center_id as "workCenterId", min(start)::int8 as from from (
      select work_center_id, start_at as start from short union all select work_center_id, end_at from ended) changed group by work_center_id`.execute(
    tenant.tx,
  )
  return rows
}

/** Marks in the history of the orders what an act did to them as taken back. */
export async function markActUndone(tenant: Tenant, act: string, orderIds: readonly JobOrderId[], by: By): Promise<void> {
  await sql`update job_order_event set undone_on = ${by.at}, undone_by = ${by.userId} where company_id = ${tenant.companyId} and act = ${act}::uuid
    and job_order_id = any(${orderIds}::int[])`.execute(tenant.tx)
}

/** Returns the ids of the products with their SKUs, after they were stored. */
export async function insertImportedItems(
  tenant: Tenant,
  items: readonly { readonly sku: string; readonly name: string; readonly unit: string }[],
  by: By,
): Promise<readonly { readonly id: ItemId; readonly sku: string }[]> {
  const { rows } = await sql<{
    readonly id: ItemId
    readonly sku: string
  }>`insert into item (company_id, name, sku, measurement_unit, created_by, created_on,
      updated_by, updated_on)
    select ${tenant.companyId}, name, sku, unit, ${by.userId}, ${by.at}, ${by.userId}, ${by.at}
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as given (sku text, name text, unit text)
    returning id, sku`.execute(tenant.tx)
  return rows
}

/** Removes those of the products that nobody changed and no order names. */
export async function removeUnusedItems(tenant: Tenant, ids: readonly number[]): Promise<void> {
  await sql`delete from item i where i.company_id = ${tenant.companyId} and i.id = any(${ids}::int[]) and i.version = 1
    and not exists (select from job_order j where j.company_id = i.company_id and j.item_id = i.id)
    and not exists (select from item_standard s where s.company_id = i.company_id and s.item_id = i.id)
    and not exists (select from bom_line b where b.company_id = i.company_id and (b.item_id = i.id or b.material_id = i.id))
    and not exists (select from stock s where s.company_id = i.company_id and s.item_id = i.id)
    and not exists (select from batch b where b.company_id = i.company_id and b.item_id = i.id)`.execute(tenant.tx)
}

function inParts<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_none, at) => items.slice(at * AT_ONCE, (at + 1) * AT_ONCE))
}
