import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { BatchId, ItemId, JobOrderId, StockId, UserId, WorkCenterId } from '#engine/ids.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import type { PageRange } from '#server/db/boundedPage.ts'
import type { Tenant } from '#server/db/database.ts'
import { folded } from '#server/db/foldedText.ts'
import { BATCH_COLUMNS } from './batch.store.ts'
import type { Batch } from './batch.store.ts'
import { CONSUMPTION_COLUMNS } from './consumption.store.ts'
import type { MaterialConsumption } from './consumption.store.ts'
import { CONTAINER_COLUMNS } from './container.store.ts'
import type { Container } from './container.store.ts'
import { STOCK_COLUMNS } from './stock.store.ts'
import type { Movement, Stock } from './stock.store.ts'

type Found<Row> = { readonly items: readonly Row[]; readonly totalItems: number; readonly hasNext: boolean }
type Period = { readonly start: number; readonly end: number }

/** Which stocks a list shows; null = whatever it is. */
export type StockFilter = {
  readonly workCenterId: WorkCenterId | null
  readonly workCenterIds?: readonly WorkCenterId[] | null
  /** Those that the person may see; what is installed nowhere is always seen. */
  readonly visible: readonly WorkCenterId[] | null
  readonly hasBalance: boolean | null
  /** At a work center, or at none. */
  readonly isInstalled?: boolean | null
  readonly itemIds: readonly ItemId[] | null
  readonly batchIds: readonly BatchId[] | null
  /** Part of the SKU. */
  readonly sku: string | null
  /** Something moved in it. */
  readonly period: Period | null
  /** The balance of that instant (ms UTC). */
  readonly asOf: number | null
}

/** Returns the stocks that the filter leaves by item and installation, at most `limit`; of an instant with the balance of then. */
export async function listStocks(tenant: Tenant, filter: StockFilter, limit: number): Promise<readonly Stock[]> {
  const { rows } = await sql<Stock>`select ${stocksOf(tenant, filter)} order by ${STOCK_ORDER} limit ${limit}`.execute(tenant.tx)
  return rows
}

/** Returns a page of the stocks that the filter leaves, by item and installation; what is installed nowhere is last, the oldest first. */
export async function pageStocks(tenant: Tenant, filter: StockFilter, range: PageRange): Promise<Found<Stock>> {
  return await page<Stock>(tenant, stocksOf(tenant, filter), STOCK_ORDER, range)
}

const STOCK_ORDER = sql`lower(i.name), i.id, s.installed_on nulls last, s.id`

function stocksOf(tenant: Tenant, filter: StockFilter): RawBuilder<unknown> {
  const { workCenterId, workCenterIds = null, visible, hasBalance, isInstalled = null, itemIds, batchIds, sku, period, asOf } = filter
  const later = sql`(select coalesce(sum(m.quantity), 0) from stock_movement m where m.company_id = s.company_id and m.stock_id = s.id
    and m.at > to_timestamp(${asOf}::float8 / 1000))`
  const balance = asOf === null ? sql`s.balance` : sql`s.balance - ${later}`
  return sql`${STOCK_COLUMNS}, ${balance} as balance
    from stock s join item i on i.company_id = s.company_id and i.id = s.item_id
    where ${allOf([
      sql`s.company_id = ${tenant.companyId}`,
      workCenterId !== null && sql`s.work_center_id = ${workCenterId}`,
      workCenterIds !== null && sql`s.work_center_id = any(${workCenterIds}::int[])`,
      visible !== null && sql`(s.work_center_id is null or s.work_center_id = any(${visible}::int[]))`,
      isInstalled !== null && sql`(s.work_center_id is not null) = ${isInstalled}::boolean`,
      itemIds !== null && sql`s.item_id = any(${itemIds}::int[])`,
      batchIds !== null && sql`s.batch_id = any(${batchIds}::int[])`,
      sku !== null && sql`strpos(folded(i.sku), ${folded(sql`${sku}::text`)}) > 0`,
      hasBalance !== null && (hasBalance ? sql`${balance} > 0` : sql`${balance} <= 0`),
      asOf !== null && sql`s.created_on <= to_timestamp(${asOf}::float8 / 1000)`,
      period !== null &&
        sql`exists (select from stock_movement m where m.company_id = s.company_id and m.stock_id = s.id and ${within(sql`m.at`, period)})`,
    ])}`
}

/** Which batches a list shows; null = whatever it is. */
export type BatchFilter = {
  /** Part of code, bar code, or name or SKU of the item. */
  readonly search: string | null
  readonly itemIds: readonly ItemId[] | null
  readonly ids: readonly BatchId[] | null
  readonly hasBalance: boolean | null
}

/** Returns a page of the batches, the newest first. */
export async function pageBatches(
  tenant: Tenant,
  { search, itemIds, ids, hasBalance }: BatchFilter,
  range: PageRange,
): Promise<Found<Batch>> {
  const where = allOf([
    sql`b.company_id = ${tenant.companyId}`,
    itemIds !== null && sql`b.item_id = any(${itemIds}::int[])`,
    ids !== null && sql`b.id = any(${ids}::int[])`,
    hasBalance !== null &&
      sql`exists (select from stock s where s.company_id = b.company_id and s.batch_id = b.id and s.balance > 0) = ${hasBalance}::boolean`,
    search !== null &&
      sql`(strpos(folded(b.code || ' ' || b.bar_code), ${folded(sql`${search}::text`)}) > 0 or b.item_id = any(array(select i.id from item i
        where i.company_id = ${tenant.companyId} and strpos(i.search_text, ${folded(sql`${search}::text`)}) > 0)))`,
  ])
  return await page<Batch>(tenant, sql`${BATCH_COLUMNS} from batch b where ${where}`, sql`b.id desc`, range)
}

/** Returns a page of the containers by code. */
export async function pageContainers(
  tenant: Tenant,
  { search, isOccupied }: { readonly search: string | null; readonly isOccupied: boolean | null },
  range: PageRange,
): Promise<Found<Container>> {
  const where = allOf([
    sql`c.company_id = ${tenant.companyId}`,
    search !== null && sql`strpos(folded(c.code), ${folded(sql`${search}::text`)}) > 0`,
    isOccupied !== null && sql`(c.quantity > 0) = ${isOccupied}::boolean`,
  ])
  return await page<Container>(tenant, sql`${CONTAINER_COLUMNS} from container c where ${where}`, sql`lower(c.code)`, range)
}

/** A movement as it was stored. */
export type StockMovement = Required<Pick<Movement, 'kind' | 'quantity' | 'stockId'>> &
  Pick<Stock, 'batchId' | 'itemId' | 'workCenterId'> & {
    readonly id: number
    readonly at: Date
    readonly createdBy: UserId | null
    readonly viaStation: UserId | null
    readonly comment: string | null
    readonly confirmationId: number | null
  }

/** Which movements a list shows; null = whatever it is. */
export type MovementFilter = Pick<StockFilter, 'batchIds' | 'itemIds' | 'period' | 'visible' | 'workCenterId'> & {
  readonly stockId: StockId | null
}

/** Returns a page of the movements, the newest first. */
export async function pageMovements(tenant: Tenant, filter: MovementFilter, range: PageRange): Promise<Found<StockMovement>> {
  const { workCenterId, visible, itemIds, batchIds, period, stockId } = filter
  const where = allOf([
    sql`s.company_id = ${tenant.companyId}`,
    stockId !== null && sql`s.id = ${stockId}`,
    workCenterId !== null && sql`s.work_center_id = ${workCenterId}`,
    visible !== null && sql`(s.work_center_id is null or s.work_center_id = any(${visible}::int[]))`,
    itemIds !== null && sql`s.item_id = any(${itemIds}::int[])`,
    batchIds !== null && sql`s.batch_id = any(${batchIds}::int[])`,
    period !== null && within(sql`m.at`, period),
  ])
  const from = sql`m.id, m.stock_id as "stockId", m.kind, m.quantity, m.at, m.created_by as "createdBy", m.via_station as "viaStation", m.comment,
    m.output_confirmation_id as "confirmationId", s.item_id as "itemId", s.batch_id as "batchId", s.work_center_id as "workCenterId"
    from ${movementsOf(filter)} where ${where}`
  return await page<StockMovement>(tenant, from, sql`m.at desc, m.id desc`, range)
}

/** Movements with their stocks, to select from; of named stocks or batches by the stocks, and of each its newest: no more of it is counted, however long it has been there. */
function movementsOf({ batchIds, stockId, period }: MovementFilter): RawBuilder<unknown> {
  return batchIds === null && stockId === null
    ? sql`stock_movement m join stock s on s.company_id = m.company_id and s.id = m.stock_id`
    : sql`stock s cross join lateral (select m.* from stock_movement m where m.company_id = s.company_id and m.stock_id = s.id
        and ${period === null ? sql`true` : within(sql`m.at`, period)} order by m.at desc, m.id desc limit ${MAX_COUNTED + 1}) m`
}

/** Which uncovered consumptions a list shows; null = all of them. */
export type UncoveredFilter = {
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly jobOrderIds: readonly JobOrderId[] | null
  /** In which the output was made. */
  readonly period: Period | null
}

/** Returns the consumptions that no batch covers, the oldest first, at most `limit`. */
export async function listUncovered(
  tenant: Tenant,
  { workCenterIds, jobOrderIds, period }: UncoveredFilter,
  limit: number,
): Promise<readonly MaterialConsumption[]> {
  const from =
    period === null
      ? sql`material_consumption c`
      : sql`${confirmedIn(tenant, workCenterIds, period)} o
          join material_consumption c on c.company_id = ${tenant.companyId} and c.output_confirmation_id = o.id`
  const { rows } = await sql<MaterialConsumption>`select ${CONSUMPTION_COLUMNS} from ${from} where ${allOf([
    sql`c.company_id = ${tenant.companyId} and c.is_uncovered and not c.is_returned`,
    workCenterIds !== null && sql`c.work_center_id = any(${workCenterIds}::int[])`,
    jobOrderIds !== null && sql`c.job_order_id = any(${jobOrderIds}::int[])`,
  ])} order by c.id limit ${limit}`.execute(tenant.tx)
  return rows
}

/**
 * The confirmations of the work centers whose middle lies in the stretch, to select from: it is the middle that says to which segment and so to which
 * shift they belong. No more of them are read than may lie in it, however long the history is.
 */
function confirmedIn(tenant: Tenant, workCenterIds: readonly WorkCenterId[] | null, { start, end }: Period): RawBuilder<unknown> {
  const places =
    workCenterIds === null
      ? sql`(select w.id from work_center w where w.company_id = ${tenant.companyId})`
      : sql`(select distinct unnest(${workCenterIds}::int[]) as id)`
  return sql`(select o.id from ${places} place
    cross join lateral (select o.id, (o.start_at + coalesce(o.end_at, o.start_at)) / 2 as middle from output_confirmation o
      where o.company_id = ${tenant.companyId} and o.work_center_id = place.id and o.type <> 'CANCELED'
        and o.start_at > ${start - LONGEST_SHIFT_MS}::int8 and o.start_at < ${end}::int8 offset 0) o
    where o.middle >= ${start}::int8 and o.middle < ${end}::int8)`
}

/** What is left of an item at a work center. */
export type Kept = { readonly workCenterId: WorkCenterId; readonly itemId: ItemId; readonly balance: number }

/** Returns what is left at the work centers of the items that are kept there. */
export async function listKept(tenant: Tenant, workCenterIds: readonly WorkCenterId[]): Promise<readonly Kept[]> {
  const { rows } = await sql<Kept>`select work_center_id as "workCenterId", item_id as "itemId", sum(balance) as balance from stock
    where company_id = ${tenant.companyId} and work_center_id = any(${workCenterIds}::int[]) group by work_center_id, item_id`.execute(
    tenant.tx,
  )
  return rows
}

type Condition = RawBuilder<unknown> | false

function allOf(conditions: readonly Condition[]): RawBuilder<boolean> {
  return sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )
}

function within(column: RawBuilder<unknown>, { start, end }: Period): RawBuilder<unknown> {
  return sql`${column} >= to_timestamp(${start}::float8 / 1000) and ${column} < to_timestamp(${end}::float8 / 1000)`
}

async function page<Row>(tenant: Tenant, from: RawBuilder<unknown>, by: RawBuilder<unknown>, range: PageRange): Promise<Found<Row>> {
  const offset = (range.page - 1) * range.size
  const found = await sql<Row>`select ${from} order by ${by} limit ${range.size + 1} offset ${offset}`.execute(tenant.tx)
  const items = found.rows.slice(0, range.size)
  const hasNext = found.rows.length > range.size
  if (!hasNext && (items.length > 0 || range.page === 1))
    return { items, totalItems: Math.min(offset + items.length, MAX_COUNTED + 1), hasNext }
  const counted = await sql<{
    readonly total: number
  }>`select count(*)::int as total from (select ${from} limit ${MAX_COUNTED + 1}) few`.execute(tenant.tx)
  return { items, totalItems: counted.rows[0]?.total ?? 0, hasNext }
}
