import { sql } from 'kysely'
import type { BatchId, ContainerId, ItemId, JobOrderId, UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** A container with what is in it; a quantity of 0 = it is free. */
export type Container = {
  readonly id: ContainerId
  readonly code: string
  readonly itemId: ItemId | null
  readonly batchId: BatchId | null
  readonly jobOrderId: JobOrderId | null
  readonly quantity: number
  readonly updatedOn: Date
}

/** What an output put into a container. */
export type Fill = { readonly containerId: ContainerId; readonly confirmationId: number; readonly quantity: number }

export const CONTAINER_COLUMNS = sql`c.id, c.code, c.item_id as "itemId", c.batch_id as "batchId", c.job_order_id as "jobOrderId", c.quantity,
  c.updated_on as "updatedOn"`

/**
 * Returns the containers of the codes, without regard to case; missing ones are made. They are locked until the transaction ends in the order of their
 * codes, together with those that hold one of the batches, so that nobody locks some of them first and others later.
 */
export async function lockContainersByCode(
  tenant: Tenant,
  codes: readonly string[],
  { by, batchIds }: { readonly by: { readonly userId: UserId | null; readonly at: Date }; readonly batchIds: readonly BatchId[] },
): Promise<readonly Container[]> {
  if (codes.length === 0) return []
  const sorted = codes.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
  await sql`insert into container (company_id, code, updated_by, updated_on)
    select ${tenant.companyId}, code, ${by.userId}::uuid, ${by.at}::timestamptz from unnest(${sorted}::text[]) as wanted (code)
    on conflict do nothing`.execute(tenant.tx)
  const wanted = sql`c.code_key = any(array(select lower(code) from unnest(${sorted}::text[]) as wanted (code)))`
  const all = await locked(tenant, sql`(${wanted} or c.batch_id = any(${batchIds}::int[]))`)
  const names = new Set(sorted.map((code) => code.toLowerCase()))
  return all.filter(({ code }) => names.has(code.toLowerCase()))
}

/** Returns the containers of the ids, locked in the order of their codes. */
export async function lockContainers(tenant: Tenant, ids: readonly ContainerId[]): Promise<readonly Container[]> {
  return await locked(tenant, sql`c.id = any(${ids}::int[])`)
}

/** Stores what is in the containers now. */
export async function writeContents(
  tenant: Tenant,
  contents: readonly Omit<Container, 'code' | 'updatedOn'>[],
  by: { readonly userId: UserId | null; readonly at: Date },
): Promise<void> {
  for (const { id, itemId, batchId, jobOrderId, quantity } of contents)
    await tenant.tx
      .updateTable('container')
      .set({ item_id: itemId, batch_id: batchId, job_order_id: jobOrderId, quantity, updated_by: by.userId, updated_on: by.at })
      .where('company_id', '=', tenant.companyId)
      .where('id', '=', id)
      .execute()
}

/** Stores what outputs put into containers. */
export async function insertFills(tenant: Tenant, fills: readonly Fill[]): Promise<void> {
  if (fills.length === 0) return
  await tenant.tx
    .insertInto('container_fill')
    .values(
      fills.map(({ containerId, confirmationId, quantity }) => ({
        company_id: tenant.companyId,
        container_id: containerId,
        output_confirmation_id: confirmationId,
        quantity,
      })),
    )
    .execute()
}

/** Removes and returns what the confirmations put into containers; of what was emptied since there is nothing. */
export async function takeFills(tenant: Tenant, confirmationIds: readonly number[]): Promise<readonly Fill[]> {
  const { rows } = await sql<Fill>`delete from container_fill where company_id = ${tenant.companyId}
    and output_confirmation_id = any(${confirmationIds}::int[])
    returning container_id as "containerId", output_confirmation_id as "confirmationId", quantity`.execute(tenant.tx)
  return rows
}

/** Empties the containers, which are locked. */
export async function emptyContainers(
  tenant: Tenant,
  ids: readonly ContainerId[],
  by: { readonly userId: UserId | null; readonly at: Date },
): Promise<void> {
  await sql`delete from container_fill where company_id = ${tenant.companyId} and container_id = any(${ids}::int[])`.execute(tenant.tx)
  await sql`update container set item_id = null, batch_id = null, job_order_id = null, quantity = 0, updated_by = ${by.userId}, updated_on = ${by.at}
    where company_id = ${tenant.companyId} and id = any(${ids}::int[])`.execute(tenant.tx)
}

/** Returns the containers that hold one of the batches of which nothing is left anywhere. */
export async function listSpentContainers(tenant: Tenant, batchIds: readonly BatchId[]): Promise<readonly ContainerId[]> {
  const { rows } = await sql<{ readonly id: ContainerId }>`select c.id from container c where c.company_id = ${tenant.companyId}
    and c.batch_id = any(${batchIds}::int[]) and not exists (select from stock s where s.company_id = c.company_id and s.batch_id = c.batch_id and s.balance > 0)`.execute(
    tenant.tx,
  )
  return rows.map(({ id }) => id)
}

async function locked(tenant: Tenant, condition: ReturnType<typeof sql>): Promise<readonly Container[]> {
  const { rows } =
    await sql<Container>`select ${CONTAINER_COLUMNS} from container c where c.company_id = ${tenant.companyId} and ${condition}
    order by lower(c.code) for no key update`.execute(tenant.tx)
  return rows
}

/** Returns the containers of the ids that the company has, in no order. */
export async function listContainers(tenant: Tenant, ids: readonly ContainerId[]): Promise<readonly Container[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Container>`select ${CONTAINER_COLUMNS} from container c
    where c.company_id = ${tenant.companyId} and c.id = any(${ids}::int[])`.execute(tenant.tx)
  return rows
}
