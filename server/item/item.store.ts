import { sql } from 'kysely'
import type { ItemForm } from '#engine/item/itemForm.ts'
import type { OrderSpeed } from '#engine/jobOrder/orderCycle.ts'
import { asId } from '#engine/ids.ts'
import type { ItemId, JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import { boundedPage, ordered } from '#server/db/boundedPage.ts'
import type { Order, OrderTable, PageRange } from '#server/db/boundedPage.ts'
import type { Tenant } from '#server/db/database.ts'
import { folded } from '#server/db/foldedText.ts'

/** A product of the company. */
export type Item = Omit<ItemForm, 'measureUnitId'> & {
  readonly id: ItemId
  /** The code of its unit. */
  readonly unit: string
  readonly isArchived: boolean
  readonly version: number
}

/** How fast an item is made at a work center, and how much of it is usually rejected. */
export type ItemStandard = OrderSpeed & {
  readonly itemId: ItemId
  readonly workCenterId: WorkCenterId
  readonly scrapPercent: number | null
}

/** Which items a list shows. */
export type ItemFilter = {
  readonly ids?: readonly number[] | null | undefined
  /** Part of name, SKU, external code or family. */
  readonly search?: string | null | undefined
  readonly isArchived?: boolean | null | undefined
}

export const ITEM_ORDER_FIELDS = ['NAME', 'SKU', 'UPDATED'] as const
export type ItemOrderField = (typeof ITEM_ORDER_FIELDS)[number]

const ORDER: OrderTable<ItemOrderField> = {
  NAME: [sql`lower(name)`, sql.ref('id')],
  SKU: [sql`lower(sku)`, sql.ref('id')],
  UPDATED: [sql.ref('updated_on'), sql.ref('id')],
}

/** Returns the items of the ids that the company has, in no order. */
export async function listItems(tenant: Tenant, ids: readonly ItemId[]): Promise<readonly Item[]> {
  if (ids.length === 0) return []
  return (await items(tenant).where('id', 'in', ids).execute()).map(itemOf)
}

/** Returns the product of the order; null where none is known. */
export async function findProductOf(tenant: Tenant, jobOrderId: JobOrderId): Promise<Item | null> {
  const row = await items(tenant)
    .where('id', '=', (order) =>
      order.selectFrom('job_order').select('item_id').where('company_id', '=', tenant.companyId).where('id', '=', jobOrderId),
    )
    .executeTakeFirst()
  return row === undefined ? null : itemOf(row)
}

/** Returns the item, locked until the transaction ends; null when the company has none of the id. */
export async function lockItem(tenant: Tenant, id: ItemId): Promise<Item | null> {
  const row = await items(tenant).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row === undefined ? null : itemOf(row)
}

/** Returns the items of the SKUs, without regard to case. */
export async function listItemsBySku(tenant: Tenant, skus: readonly string[]): Promise<readonly Item[]> {
  if (skus.length === 0) return []
  const wanted = skus.map((sku) => sku.toLowerCase())
  return (
    await items(tenant)
      .where(sql<boolean>`lower(sku) = any(${wanted}::text[])`)
      .execute()
  ).map(itemOf)
}

/** Returns a page of the company's items, and how many the filter leaves: above MAX_COUNTED one more than that. */
export async function pageItems(
  tenant: Tenant,
  { ids, search, isArchived }: ItemFilter,
  { order, range }: { readonly order: Order<ItemOrderField>; readonly range: PageRange },
): Promise<{ readonly items: readonly Item[]; readonly totalItems: number; readonly hasNext: boolean }> {
  const text = search?.trim() ?? ''
  const matching = items(tenant)
    .$if(ids != null, (found) => found.where(sql<boolean>`id = any(${ids ?? []}::int[])`))
    .$if(isArchived != null, (found) => found.where('is_archived', '=', isArchived === true))
    .$if(text !== '', (found) => found.where(sql<boolean>`strpos(search_text, ${folded(sql`${text}::text`)}) > 0`))
  const { items: rows, ...page } = await boundedPage(tenant.tx, ordered(matching, ORDER, order), range)
  return { ...page, items: rows.map(itemOf) }
}

/** What is stored of an item. */
export type ItemRow = Omit<ItemForm, 'measureUnitId'> & { readonly unit: string }

/** Returns the id of the stored item. */
export async function insertItem(tenant: Tenant, item: ItemRow, userId: UserId): Promise<ItemId> {
  const row = await tenant.tx
    .insertInto('item')
    .values({ company_id: tenant.companyId, ...columnsOf(item), created_by: userId, updated_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return asId<ItemId>(row.id)
}

/** Stores the item anew and raises its version. */
export async function updateItem(
  tenant: Tenant,
  id: ItemId,
  item: ItemRow & { readonly isArchived: boolean },
  userId: UserId,
): Promise<void> {
  await tenant.tx
    .updateTable('item')
    .set({
      ...columnsOf(item),
      is_archived: item.isArchived,
      version: sql<number>`version + 1`,
      updated_by: userId,
      updated_on: sql<Date>`now()`,
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Returns whether an order, a bill of material or a stock names the item, so that its unit stays. */
export async function isUsed(tenant: Tenant, id: ItemId): Promise<boolean> {
  const { rows } = await sql<{ readonly isUsed: boolean }>`select
    exists (select from job_order where company_id = ${tenant.companyId} and item_id = ${id})
    or exists (select from bom_line where company_id = ${tenant.companyId} and material_id = ${id})
    or exists (select from job_order_scrap where company_id = ${tenant.companyId} and item_id = ${id})
    or exists (select from batch where company_id = ${tenant.companyId} and item_id = ${id})
    or exists (select from stock where company_id = ${tenant.companyId} and item_id = ${id}) as "isUsed"`.execute(tenant.tx)
  return rows[0]?.isUsed === true
}

/** Returns how fast the items are made, of those work centers where somebody said so. */
export async function listItemStandards(tenant: Tenant, ids: readonly ItemId[]): Promise<readonly ItemStandard[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ItemStandard>`select item_id as "itemId", work_center_id as "workCenterId", performance_by as "performanceBy",
      plan_cycle_time_ms as "planCycleTimeMs", target_speed_quantity as "targetSpeedQuantity", target_speed_time_ms as "targetSpeedTimeMs",
      scrap_percent as "scrapPercent"
    from item_standard where company_id = ${tenant.companyId} and item_id = any(${ids}::int[]) order by item_id, work_center_id`.execute(
    tenant.tx,
  )
  return rows
}

/** Stores how fast the item is made at the work center. */
export async function saveStandard(tenant: Tenant, standard: ItemStandard): Promise<void> {
  await sql`insert into item_standard (company_id, item_id, work_center_id, performance_by, plan_cycle_time_ms, target_speed_quantity, target_speed_time_ms, scrap_percent)
    values (${tenant.companyId}, ${standard.itemId}, ${standard.workCenterId}, ${standard.performanceBy}, ${standard.planCycleTimeMs},
      ${standard.targetSpeedQuantity}, ${standard.targetSpeedTimeMs}, ${standard.scrapPercent})
    on conflict (company_id, item_id, work_center_id) do update set performance_by = excluded.performance_by,
      plan_cycle_time_ms = excluded.plan_cycle_time_ms, target_speed_quantity = excluded.target_speed_quantity,
      target_speed_time_ms = excluded.target_speed_time_ms, scrap_percent = excluded.scrap_percent`.execute(tenant.tx)
}

/** Removes what was said of the item's speed at the work center. */
export async function deleteStandard(tenant: Tenant, itemId: ItemId, workCenterId: WorkCenterId): Promise<void> {
  await tenant.tx
    .deleteFrom('item_standard')
    .where('company_id', '=', tenant.companyId)
    .where('item_id', '=', itemId)
    .where('work_center_id', '=', workCenterId)
    .execute()
}

function items(tenant: Tenant) {
  return tenant.tx
    .selectFrom('item')
    .select([
      'id',
      'name',
      'sku',
      'external_code as externalCode',
      'measurement_unit as unit',
      'family',
      'is_batch_tracked as isBatchTracked',
      'container_quantity as containerQuantity',
      'is_archived as isArchived',
      'version',
    ])
    .where('company_id', '=', tenant.companyId)
}

function itemOf<Row extends { readonly id: number }>(row: Row): Omit<Row, 'id'> & { readonly id: ItemId } {
  return { ...row, id: asId<ItemId>(row.id) }
}

function columnsOf({ name, sku, externalCode, unit, family, isBatchTracked, containerQuantity }: ItemRow) {
  return {
    name,
    sku,
    external_code: externalCode,
    measurement_unit: unit,
    family,
    is_batch_tracked: isBatchTracked,
    container_quantity: containerQuantity,
  }
}
