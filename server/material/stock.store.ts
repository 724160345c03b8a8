import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { BatchId, ItemId, StockId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { By } from './materialDeps.ts'

/** Why a stock changed. */
export const STOCK_MOVEMENT_KINDS = [
  'CHARGED_OFF',
  'CONSUMED',
  'COUNTED',
  'GIVEN_BACK',
  'INSTALLED',
  'PRODUCED',
  'RECEIVED',
  'UNINSTALLED',
  'WITHDRAWN',
] as const
export type StockMovementKind = (typeof STOCK_MOVEMENT_KINDS)[number]

/** What is left of an item, or of a batch of it, at a work center; null = not installed anywhere. */
export type Stock = {
  readonly id: StockId
  readonly itemId: ItemId
  readonly batchId: BatchId | null
  readonly workCenterId: WorkCenterId | null
  readonly balance: number
  readonly installedOn: Date | null
  readonly createdBy: UserId | null
  readonly createdOn: Date
  readonly updatedBy: UserId | null
  readonly updatedOn: Date
}

/** The stock that an act left, and how much of a batch the act moved; null = it moved none. */
export type MovedStock = Stock & { readonly movedQuantity: number | null }

/** Where an item, or a batch of it, is kept. */
export type StockPlace = Pick<Stock, 'batchId' | 'itemId' | 'workCenterId'>

/** A change of a stock; `quantity` is taken off where it is below 0. */
export type Movement = {
  readonly stockId: StockId
  readonly kind: StockMovementKind
  readonly quantity: number
  readonly comment?: string | null
  readonly confirmationId?: number
}

export const STOCK_COLUMNS = sql`s.id, s.item_id as "itemId", s.batch_id as "batchId", s.work_center_id as "workCenterId", s.balance,
  s.installed_on as "installedOn", s.created_by as "createdBy", s.created_on as "createdOn", s.updated_by as "updatedBy", s.updated_on as "updatedOn"`

/** Returns the ids of the stocks of the places, in their order; those that are missing are made, empty. */
export async function ensureStocks(
  tenant: Tenant,
  places: readonly StockPlace[],
  by: { readonly userId: UserId | null; readonly at: Date },
): Promise<readonly StockId[]> {
  if (places.length === 0) return []
  const wanted = sql`unnest(${places.map(({ itemId }) => itemId)}::int[], ${places.map(({ batchId }) => batchId)}::int[],
    ${places.map(({ workCenterId }) => workCenterId)}::int[]) with ordinality as wanted (item_id, batch_id, work_center_id, place)`
  const isOf = (stock: string) => {
    const [item, batch, place] = ['item_id', 'batch_id', 'work_center_id'].map((column) => sql.ref(`${stock}.${column}`))
    return sql`${item} = wanted.item_id and ${batch} is not distinct from wanted.batch_id and ${place} is not distinct from wanted.work_center_id`
  }
  const made = await sql<{ readonly id: number | null }>`with made as (
      insert into stock (company_id, item_id, batch_id, work_center_id, created_by, created_on, updated_by, updated_on)
      select ${tenant.companyId}, item_id, batch_id, work_center_id, ${by.userId}::uuid, ${by.at}::timestamptz, ${by.userId}::uuid, ${by.at}::timestamptz
      from ${wanted} on conflict do nothing returning id, item_id, batch_id, work_center_id)
    select coalesce(s.id, made.id) as id from ${wanted} left join stock s on s.company_id = ${tenant.companyId} and ${isOf('s')}
      left join made on ${isOf('made')} order by wanted.place`.execute(tenant.tx)
  const ids = made.rows.flatMap(({ id }) => (id === null ? [] : [asId<StockId>(id)]))
  if (ids.length === places.length) return ids
  // Somebody made one of them while this was asked: another statement sees it.
  const { rows } = await sql<{
    readonly id: number
  }>`select s.id from ${wanted} join stock s on s.company_id = ${tenant.companyId} and ${isOf('s')}
    order by wanted.place`.execute(tenant.tx)
  return rows.map(({ id }) => asId<StockId>(id))
}

/** Returns the stocks locked until the transaction ends, in one order: those of the ids, and those of the items at the work center. */
export async function lockStocks(
  tenant: Tenant,
  {
    ids = [],
    itemIds = [],
    workCenterId = null,
    batchIds = [],
  }: {
    readonly ids?: readonly StockId[]
    readonly itemIds?: readonly ItemId[]
    readonly workCenterId?: WorkCenterId | null
    /** All stocks of these batches, wherever they are. */
    readonly batchIds?: readonly BatchId[]
  },
): Promise<readonly Stock[]> {
  const { rows } = await sql<Stock>`select ${STOCK_COLUMNS} from stock s where s.company_id = ${tenant.companyId}
    and (s.id = any(${ids}::int[]) or (s.work_center_id = ${workCenterId}::int and s.item_id = any(${itemIds}::int[]))
      or s.batch_id = any(${batchIds}::int[]))
    order by s.id for no key update`.execute(tenant.tx)
  return rows
}

/** Writes the movements and what they leave in the stocks, which are locked. Installing dates the stock, where nothing was left in it. */
export async function moveStock(tenant: Tenant, movements: readonly Movement[], by: By): Promise<void> {
  const moved = movements.filter(({ quantity }) => quantity !== 0)
  if (moved.length === 0) return
  await sql`with moved as (
      insert into stock_movement (company_id, stock_id, kind, quantity, at, created_by, via_station, comment, output_confirmation_id)
      select ${tenant.companyId}, stock_id, kind, quantity, ${by.at}::timestamptz, ${by.userId}::uuid, ${by.viaStation}::uuid, comment, confirmation_id
      from unnest(${moved.map(({ stockId }) => stockId)}::int[], ${moved.map(({ kind }) => kind)}::text[],
        ${moved.map(({ quantity }) => quantity)}::numeric[], ${moved.map(({ comment = null }) => comment)}::text[],
        ${moved.map(({ confirmationId = null }) => confirmationId)}::int[]) as m (stock_id, kind, quantity, comment, confirmation_id)
      returning stock_id, quantity, kind)
    update stock s set balance = s.balance + m.quantity, updated_by = ${by.userId}::uuid, updated_on = ${by.at}::timestamptz,
      installed_on = case when s.work_center_id is null then null when m.is_arriving and s.balance = 0 then ${by.at}::timestamptz
        else coalesce(s.installed_on, ${by.at}::timestamptz) end
    from (select stock_id, sum(quantity) as quantity, bool_or(kind in ('INSTALLED', 'RECEIVED')) as is_arriving from moved group by stock_id) m
    where s.company_id = ${tenant.companyId} and s.id = m.stock_id`.execute(tenant.tx)
}

/** A movement of a confirmation, with the stock that it changed. */
export type ConfirmedMovement = Pick<Stock, 'batchId' | 'itemId'> & {
  readonly stockId: StockId
  readonly kind: StockMovementKind
  readonly quantity: number
  readonly confirmationId: number
}

/** Returns what the confirmations moved, in the order in which they did. */
export async function listConfirmedMovements(tenant: Tenant, confirmationIds: readonly number[]): Promise<readonly ConfirmedMovement[]> {
  const { rows } =
    await sql<ConfirmedMovement>`select m.stock_id as "stockId", m.kind, m.quantity, m.output_confirmation_id as "confirmationId",
      s.item_id as "itemId", s.batch_id as "batchId"
    from stock_movement m join stock s on s.company_id = m.company_id and s.id = m.stock_id
    where m.company_id = ${tenant.companyId} and m.output_confirmation_id = any(${confirmationIds}::int[]) order by m.id`.execute(tenant.tx)
  return rows
}

/** Returns the stock of the id, which is there. */
export async function findStock(tenant: Tenant, id: StockId): Promise<Stock> {
  const { rows } = await sql<Stock>`select ${STOCK_COLUMNS} from stock s where s.company_id = ${tenant.companyId} and s.id = ${id}`.execute(
    tenant.tx,
  )
  const [stock] = rows
  if (stock === undefined) throw new Error(`stock ${id} is not there`)
  return stock
}
