import { sql } from 'kysely'
import type { RefusedOrder } from '#engine/integration/externalOrder.ts'
import type { JobOrderId, UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { isCancelledHere } from '#server/notification/notice.store.ts'
import type { StoredFailure } from './integration.store.ts'
import { formerId } from './formerSystem.store.ts'
import { takeUnheard, tellAnew } from './recreated.store.ts'
import type { RecreatedOrder } from './recreated.store.ts'

/** What a run read and did. */
export type RunCounts = {
  readonly read: number
  readonly created: number
  readonly changed: number
  readonly closed: number
  readonly unchanged: number
  readonly refused: number
  /** Of work centers that are not matched, and the like. */
  readonly elsewhere: number
}

/** An order that was read, by its row in the import. */
export type ReadOrder = {
  readonly no: number
  readonly externalId: string
  readonly code: string
  readonly status: string
  readonly made: number | null
}

export type IntegrationRun = {
  readonly id: string
  readonly kind: 'PREVIEW' | 'RUN'
  readonly isFull: boolean
  readonly startedOn: Date
  readonly endedOn: Date | null
  readonly userId: UserId | null
  readonly importId: number | null
  readonly counts: RunCounts | null
  readonly refused: readonly RefusedOrder[]
  readonly error: StoredFailure | null
  readonly checkToken: string | null
}

const COLUMNS = sql`id, kind, is_full as "isFull", started_on as "startedOn", ended_on as "endedOn", user_id as "userId", import_id as "importId",
  counts, refused, error, check_token as "checkToken"`
export const MOST_REFUSED = 1000

/** Returns the id of a run that began. */
export async function insertRun(
  tenant: Tenant,
  integrationId: string,
  run: Pick<IntegrationRun, 'isFull' | 'kind' | 'startedOn' | 'userId'>,
): Promise<string> {
  const { id } = await tenant.tx
    .insertInto('integration_run')
    .values({
      company_id: tenant.companyId,
      integration_id: integrationId,
      kind: run.kind,
      is_full: run.isFull,
      started_on: run.startedOn,
      user_id: run.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores how the run ended. */
export async function endRun(
  tenant: Tenant,
  id: string,
  run: Pick<IntegrationRun, 'checkToken' | 'counts' | 'endedOn' | 'error' | 'importId' | 'refused'> & {
    readonly orders: readonly ReadOrder[] | null
  },
): Promise<void> {
  const json = (value: unknown) => (value === null ? null : sql<string>`${JSON.stringify(value)}::jsonb`)
  await tenant.tx
    .updateTable('integration_run')
    .set({
      ended_on: run.endedOn,
      import_id: run.importId,
      counts: json(run.counts),
      refused: sql<string>`${JSON.stringify(run.refused.slice(0, MOST_REFUSED))}::jsonb`,
      error: json(run.error),
      check_token: run.checkToken,
      orders: json(run.orders),
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Returns the runs of the page (only those that failed, where that is asked), the newest first, and how many there are. */
export async function pageRuns(
  tenant: Tenant,
  integrationId: string,
  { page, size, failedOnly }: { readonly page: number; readonly size: number; readonly failedOnly: boolean },
): Promise<{ readonly items: readonly IntegrationRun[]; readonly totalItems: number }> {
  const wanted = sql`from integration_run where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid
    ${failedOnly ? sql`and error is not null` : sql``}`
  const { rows } =
    await sql<IntegrationRun>`select ${COLUMNS} ${wanted} order by id desc limit ${size} offset ${(page - 1) * size}`.execute(tenant.tx)
  const counted = await sql<{ readonly count: number }>`select count(*)::int as count ${wanted}`.execute(tenant.tx)
  return { items: rows, totalItems: counted.rows[0]?.count ?? 0 }
}

/** Returns the last import of each integration, by its id; previews count for none. */
export async function lastRuns(tenant: Tenant): Promise<ReadonlyMap<string, IntegrationRun>> {
  const { rows } = await sql<IntegrationRun & { readonly integrationId: string }>`select r.*, i.id as "integrationId" from integration i
    cross join lateral (select ${COLUMNS} from integration_run where company_id = i.company_id and integration_id = i.id and kind = 'RUN'
      order by id desc limit 1) r
    where i.company_id = ${tenant.companyId}`.execute(tenant.tx)
  return new Map(rows.map((run) => [run.integrationId, run]))
}

/** Returns the run; null when the company has none such. */
export async function findRun(tenant: Tenant, id: string): Promise<IntegrationRun | null> {
  const { rows } = await sql<IntegrationRun>`select ${COLUMNS} from integration_run where company_id = ${tenant.companyId}
    and id = ${id}::uuid`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Returns the newest preview with the token, and what it read; null where there is none. */
export async function findPreview(
  tenant: Tenant,
  integrationId: string,
  checkToken: string,
): Promise<(IntegrationRun & { readonly orders: readonly ReadOrder[] }) | null> {
  const { rows } = await sql<IntegrationRun & { readonly orders: readonly ReadOrder[] }>`select ${COLUMNS}, coalesce(orders, '[]') as orders
    from integration_run where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid and kind = 'PREVIEW'
    and check_token = ${checkToken} order by id desc limit 1`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Returns whether a preview of the integration ended well since its last setup: those of before showed other links. */
export async function hasPreview(tenant: Tenant, integrationId: string): Promise<boolean> {
  const { rows } = await sql`select from integration_run where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid
    and kind = 'PREVIEW' and ended_on is not null and error is null
    and started_on >= (select coalesce(probed_on, '-infinity') from integration where company_id = ${tenant.companyId}
      and id = ${integrationId}::uuid) limit 1`.execute(tenant.tx)
  return rows.length > 0
}

/**
 * Stores which of our orders those of the other system are, by the rows of the import; what was said to it stays. A quantity that stands there before an order
 * of ours said one is not known to be ours; at another address the one that the same id heard of us is. One of ours is one of theirs: where that is another
 * record by now, what the old one did not hear is told to the new one.
 */
export async function linkOrders(
  tenant: Tenant,
  integrationId: string,
  importId: number,
  orders: readonly ReadOrder[],
  at: Date,
): Promise<void> {
  // Joined here: a table that was just filled has no statistics, and 5,000 orders were compared with each other.
  const { rows } = await sql<{ readonly no: number; readonly jobOrderId: JobOrderId }>`select no, job_order_id as "jobOrderId"
    from job_orders_import_row where company_id = ${tenant.companyId} and import_id = ${importId} and job_order_id is not null`.execute(
    tenant.tx,
  )
  const orderOf = new Map(rows.map(({ no, jobOrderId }) => [no, jobOrderId]))
  const linked = new Map<JobOrderId, ReadOrder>()
  for (const order of orders.toSorted((one, other) => one.no - other.no)) {
    const jobOrderId = orderOf.get(order.no)
    if (jobOrderId !== undefined) linked.set(jobOrderId, order)
  }
  const ids = [...linked.keys()]
  const { rows: before } =
    await sql<LinkedBefore>`select external_id as "externalId", job_order_id as "jobOrderId", is_former as "isFormer",
      said::float8 as said from integration_order where company_id = ${tenant.companyId}
    and integration_id = ${integrationId}::uuid and job_order_id = any(${ids}::int[])`.execute(tenant.tx)
  const recreated = before.flatMap(({ externalId: fromId, jobOrderId, isFormer }): RecreatedOrder[] => {
    const toId = linked.get(jobOrderId)?.externalId
    return toId === undefined || toId === fromId ? [] : [{ fromId, toId, isFormer }]
  })
  const gone = recreated.map(({ fromId }) => fromId)
  const unheard = gone.length === 0 ? [] : await takeUnheard(tenant, integrationId, gone)
  if (gone.length > 0)
    await sql`delete from integration_order where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid
      and external_id = any(${gone}::text[])`.execute(tenant.tx)
  const heard = new Map(before.flatMap((former) => heardBefore(former, linked)))
  const given = [...linked].map(([jobOrderId, order]) => ({
    ...order,
    jobOrderId,
    said: order.made === 0 ? 0 : (heard.get(jobOrderId) ?? null),
  }))
  await sql`insert into integration_order (company_id, integration_id, external_id, external_code, job_order_id, external_status, said, seen_on)
    select ${tenant.companyId}, ${integrationId}::uuid, l."externalId", l.code, l."jobOrderId", l.status, l.said,
      ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as l ("jobOrderId" int, "externalId" text, code text, status text, said numeric)
    on conflict (company_id, integration_id, external_id) do update set job_order_id = excluded.job_order_id,
      said = case when integration_order.job_order_id = excluded.job_order_id then integration_order.said else excluded.said end, has_ended = false, is_gone = false, moved_to = null,
      external_code = excluded.external_code, external_status = excluded.external_status, seen_on = excluded.seen_on`.execute(tenant.tx)
  if (recreated.length > 0) await tellAnew(tenant, integrationId, { orders: recreated, unheard, at })
}

/** A link as it was before a run. */
type LinkedBefore = {
  readonly externalId: string
  readonly jobOrderId: JobOrderId
  readonly isFormer: boolean
  readonly said: number | null
}

/** Returns what the system at the former address heard of the order, where the record of the same id says just that: then it is the same one, or a copy of it. */
function heardBefore(
  { externalId, jobOrderId, isFormer, said }: LinkedBefore,
  linked: ReadonlyMap<JobOrderId, ReadOrder>,
): readonly (readonly [JobOrderId, number])[] {
  const order = linked.get(jobOrderId)
  if (!isFormer || said === null || order === undefined) return []
  return said === order.made && externalId === formerId(jobOrderId, order.externalId) ? [[jobOrderId, said]] : []
}

/** What the other system says of an order. */
export type SeenOrder = {
  readonly externalId: string
  readonly status: string
  readonly hasEnded: boolean
  /** The name of its work center there, where that is none of ours. */
  readonly movedTo: string | null
}

/** Stores what the other system says of orders that are ours already, also of those that ended there. */
export async function noteStatuses(tenant: Tenant, integrationId: string, orders: readonly SeenOrder[], at: Date): Promise<void> {
  await sql`update integration_order o set external_status = given.status, has_ended = given."hasEnded", is_gone = false,
      moved_to = given."movedTo", seen_on = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as given ("externalId" text, status text, "hasEnded" boolean, "movedTo" text)
    where o.company_id = ${tenant.companyId} and o.integration_id = ${integrationId}::uuid and o.external_id = given."externalId"`.execute(
    tenant.tx,
  )
}

/** So many orders that were not seen are asked for in one run. */
const MOST_SOUGHT = 1000

/**
 * Returns the ids over there of orders that are open there as far as we know, open here or cancelled lately, and none of `seen`; those seen or asked for longest
 * ago first.
 */
export async function listUnseen(tenant: Tenant, integrationId: string, seen: readonly string[], at: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly externalId: string }>`select o.external_id as "externalId"
    from integration_order o join job_order j on j.company_id = o.company_id and j.id = o.job_order_id
    where o.company_id = ${tenant.companyId} and o.integration_id = ${integrationId}::uuid and not o.has_ended
    and not o.is_former and (j.status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS') or ${isCancelledHere(at.getTime())})
    and not (o.external_id = any(${seen}::text[]))
    order by greatest(o.seen_on, o.asked_on), o.external_id limit ${MOST_SOUGHT}`.execute(tenant.tx)
  return rows.map(({ externalId }) => externalId)
}

/** Stores that the orders were asked for by their ids, whatever came of it. */
export async function noteAsked(tenant: Tenant, integrationId: string, externalIds: readonly string[], at: Date): Promise<void> {
  await sql`update integration_order set asked_on = ${at}::timestamptz
    where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid and external_id = any(${externalIds}::text[])`.execute(
    tenant.tx,
  )
}

/** Stores that the orders are not found over there any more, but for those that stand there under another id by the rows of the import. */
export async function noteGone(
  tenant: Tenant,
  integrationId: string,
  { gone, importId }: { readonly gone: readonly string[]; readonly importId: number | null },
  at: Date,
): Promise<void> {
  await sql`update integration_order o set has_ended = true, is_gone = true, seen_on = ${at}::timestamptz
    where o.company_id = ${tenant.companyId} and o.integration_id = ${integrationId}::uuid and o.external_id = any(${gone}::text[])
    and not exists (select from job_orders_import_row r
      where r.company_id = o.company_id and r.import_id = ${importId}::int and r.job_order_id = o.job_order_id)`.execute(tenant.tx)
}

/** An order that ended over there while it is open here. */
export type EndedOutside = {
  readonly jobOrderId: JobOrderId
  readonly orderCode: string
  readonly externalStatus: string
  readonly isGone: boolean
}

/** Returns the orders that are open here although they ended over there. */
export async function listEndedOutside(tenant: Tenant, integrationId: string): Promise<readonly EndedOutside[]> {
  const { rows } =
    await sql<EndedOutside>`select o.job_order_id as "jobOrderId", j.order_code as "orderCode", o.external_status as "externalStatus",
      o.is_gone as "isGone"
    from integration_order o join job_order j on j.company_id = o.company_id and j.id = o.job_order_id
    where o.company_id = ${tenant.companyId} and o.integration_id = ${integrationId}::uuid and o.has_ended
    and j.status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS') order by o.seen_on desc limit 100`.execute(tenant.tx)
  return rows
}
