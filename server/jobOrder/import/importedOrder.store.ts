import { sql } from 'kysely'
import type { ImportOrder } from '#engine/jobOrder/import/importPlan.ts'
import type { ImportItem, ImportPlace } from '#engine/jobOrder/import/readRow.ts'
import type { ImportType } from '#engine/jobOrder/import/importField.ts'
import type { OrderSpeed } from '#engine/jobOrder/orderCycle.ts'
import type { ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** A work center as an import needs it. */
export type StoredPlace = Omit<ImportPlace, 'zone'> & {
  readonly importType: ImportType
  /** ms a unit at its own reference speed. */
  readonly cycleMs: number | null
}

/** Returns the work centers of the company; null = all. */
export async function listPlacesOfImport(tenant: Tenant, visible: readonly number[] | null): Promise<readonly StoredPlace[]> {
  const { rows } = await sql<StoredPlace>`select w.id, w.name, nullif(w.external_code, '') as code,
      w.measurement_unit as unit, w.device_status = 'ARCHIVE' as "isArchived", w.device_status = 'TEMPORARY_SHUTDOWN' as "isShutDown",
      coalesce(w.target_speed, 0) > 0 as "hasSpeed", w.import_type as "importType", 60000 / nullif(w.target_speed, 0) as "cycleMs"
    from work_center w
    where w.company_id = ${tenant.companyId} and (${visible}::int[] is null or w.id = any(${visible}::int[])) order by w.id`.execute(
    tenant.tx,
  )
  return rows
}

/** Returns the products that the codes of a file may name, by SKU without regard to case. */
export async function listItemsOfImport(tenant: Tenant, skus: readonly string[]): Promise<readonly ImportItem[]> {
  const { rows } = await sql<ImportItem>`select id, sku, measurement_unit as unit, is_archived as "isArchived" from item
    where company_id = ${tenant.companyId} and lower(sku) = any(${skus}::text[])`.execute(tenant.tx)
  return rows
}

/** Returns the speeds of the products at all work centers. */
export async function listStandardsOfImport(
  tenant: Tenant,
  itemIds: readonly ItemId[],
): Promise<readonly (OrderSpeed & { readonly itemId: ItemId; readonly workCenterId: WorkCenterId })[]> {
  const { rows } = await sql<OrderSpeed & { readonly itemId: ItemId; readonly workCenterId: WorkCenterId }>`select item_id as "itemId",
      work_center_id as "workCenterId", performance_by as "performanceBy", plan_cycle_time_ms as "planCycleTimeMs",
      target_speed_quantity as "targetSpeedQuantity", target_speed_time_ms as "targetSpeedTimeMs"
    from item_standard where company_id = ${tenant.companyId} and item_id = any(${itemIds}::int[])`.execute(tenant.tx)
  return rows
}

type PlanWindow = Pick<ImportOrder, 'planEnd' | 'planOutput' | 'planStart' | 'workCenterId'>

/** An order, before it is known what was made of it. */
export type FoundOrder = Omit<ImportOrder, 'hasOutput' | 'hasUnconfirmed'>

/** Returns the open orders of the work centers (null = all of the company), and those of any status that have one of the codes, in lower case. */
export async function listOrdersOfImport(
  tenant: Tenant,
  { placeIds, codes }: { readonly placeIds: readonly WorkCenterId[] | null; readonly codes: readonly string[] },
): Promise<readonly FoundOrder[]> {
  const { rows } = await sql<FoundOrder>`select j.id, j.version, j.status, j.order_code as "orderCode", j.external_code as "externalCode",
      j.work_center_id as "workCenterId", j.item_id as "itemId", j.description, j.plan_output as "planOutput", j.plan_start as "planStart",
      j.plan_end as "planEnd", j.is_plan_end_entered as "isPlanEndEntered", j.plan_duration_ms as "planDurationMs", j.due_date as "dueDate", j.accepted_output as "acceptedOutput",
      j.performance_by as "performanceBy", j.plan_cycle_time_ms as "planCycleTimeMs", j.target_speed_quantity as "targetSpeedQuantity",
      j.target_speed_time_ms as "targetSpeedTimeMs",
      j.status = 'CANCELLED' and coalesce((select e.source in ('IMPORT', 'INTEGRATION') from job_order_event e where e.company_id = j.company_id and e.job_order_id = j.id
        and e.kind = 'CANCELLED' order by e.id desc limit 1), false) as "isCancelledByImport"
    from job_order j
    where j.company_id = ${tenant.companyId} and (
      (j.status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS') and (${placeIds}::int[] is null or j.work_center_id = any(${placeIds}::int[])))
      or lower(coalesce(j.external_code, j.order_code)) = any(${codes}::text[]))
    order by j.id`.execute(tenant.tx)
  return rows
}

/** Locks the open orders of the work centers until the transaction ends; null = all of the company. */
export async function lockOpenOrders(tenant: Tenant, placeIds: readonly WorkCenterId[] | null): Promise<void> {
  await sql`select id from job_order where company_id = ${tenant.companyId} and status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS')
    and (${placeIds}::int[] is null or work_center_id = any(${placeIds}::int[])) order by id for no key update`.execute(tenant.tx)
}

/** Returns the order codes of the company, in lower case, that are one of the codes or one of them with a number behind it. */
export async function listTakenCodes(tenant: Tenant, codes: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{
    readonly code: string
  }>`with wanted as materialized (select distinct code, code || '-0' as low, code || '-:' as high from unnest(${codes}::text[]) as given (code))
    select code_key as code from job_order where company_id = ${tenant.companyId} and code_key = any(${codes}::text[])
    union select j.code_key from wanted join job_order j on j.company_id = ${tenant.companyId} and j.code_key >= wanted.low and j.code_key < wanted.high
      and regexp_replace(j.code_key, '-[0-9]+$', '') = wanted.code`.execute(tenant.tx)
  return rows.map(({ code }) => code)
}

/** Returns the work centers at which orders are in progress. */
export async function listBusyPlaces(tenant: Tenant): Promise<readonly WorkCenterId[]> {
  const { rows } = await sql<{ readonly id: WorkCenterId }>`select distinct work_center_id as id from job_order_run
    where company_id = ${tenant.companyId} and end_at is null`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}

/** Returns the plan windows of the orders, from which targets of work centers follow. */
export async function listWindows(tenant: Tenant, ids: readonly JobOrderId[]): Promise<readonly PlanWindow[]> {
  const { rows } = await sql<PlanWindow>`select work_center_id as "workCenterId", plan_start as "planStart", plan_end as "planEnd",
      plan_output as "planOutput" from job_order where company_id = ${tenant.companyId} and id = any(${ids}::int[])`.execute(tenant.tx)
  return rows
}

/** An order as it stands when an import is taken back. */
export type StandingOrder = Pick<ImportOrder, 'externalCode' | 'id' | 'orderCode' | 'status' | 'version' | 'workCenterId'> & {
  /** Whether people wrote something beside it. */
  readonly hasMessages: boolean
}

/** Returns the orders of the ids, the open ones of the work centers, and those of any status that have one of the order codes, in lower case. */
export async function listStandingOrders(
  tenant: Tenant,
  {
    ids,
    placeIds,
    codes,
  }: { readonly ids: readonly JobOrderId[]; readonly placeIds: readonly WorkCenterId[]; readonly codes: readonly string[] },
): Promise<readonly StandingOrder[]> {
  const { rows } = await sql<StandingOrder>`select id, version, status, order_code as "orderCode", external_code as "externalCode",
      work_center_id as "workCenterId", exists (select from conversation c
        join conversation_message m on m.company_id = c.company_id and m.conversation_id = c.id and m.deleted_on is null
        where c.company_id = job_order.company_id and c.job_order_id = job_order.id) as "hasMessages" from job_order
    where company_id = ${tenant.companyId} and (id = any(${ids}::int[]) or code_key = any(${codes}::text[])
      or (status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS') and work_center_id = any(${placeIds}::int[]))) order by id`.execute(
    tenant.tx,
  )
  return rows
}
