import { sql } from 'kysely'
import type { BatchId, ItemId, LossReasonId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** What a posting did besides its units. */
export type PostedBefore = {
  readonly batchCode: string | null
  readonly containerCodes: readonly string[]
  readonly consumptions: readonly { readonly itemId: ItemId; readonly batchId: BatchId | null; readonly quantity: number }[]
  /** What of it nothing covered, by item. */
  readonly uncovered: readonly { readonly itemId: ItemId; readonly quantity: number }[]
  readonly scraps: readonly { readonly itemId: ItemId; readonly quantity: number }[]
  readonly reasons: readonly { readonly reasonId: LossReasonId; readonly units: number; readonly comment: string | null }[]
}

/** Returns what the live posting did besides its units: batch and containers, material, scrap and the reasons of its rejects. */
export async function findPostedBefore(tenant: Tenant, postingId: number): Promise<PostedBefore> {
  const { companyId } = tenant
  const rows = sql`select id from output_confirmation where company_id = ${companyId} and posting_id = ${postingId}`
  const found = await sql<PostedBefore>`select
    (select min(c.batch_code) from output_confirmation c where c.company_id = ${companyId} and c.posting_id = ${postingId} and c.accepted > 0) as "batchCode",
    coalesce((select json_agg(k.code order by k.first) from (select c.container_code as code, min(c.id) as first from output_confirmation c
      where c.company_id = ${companyId} and c.posting_id = ${postingId} and c.container_code is not null group by c.container_code) k), '[]') as "containerCodes",
    coalesce((select json_agg(json_build_object('itemId', m.item_id, 'batchId', m.batch_id, 'quantity', m.quantity::float8) order by m.first)
      from (select item_id, batch_id, sum(quantity) as quantity, min(id) as first from material_consumption
        where company_id = ${companyId} and output_confirmation_id in (${rows}) and not is_returned group by item_id, batch_id) m), '[]') as consumptions,
    coalesce((select json_agg(json_build_object('itemId', u.item_id, 'quantity', u.quantity::float8) order by u.item_id)
      from (select item_id, sum(quantity) as quantity from material_consumption
        where company_id = ${companyId} and output_confirmation_id in (${rows}) and not is_returned and is_uncovered group by item_id) u), '[]') as uncovered,
    coalesce((select json_agg(json_build_object('itemId', x.item_id, 'quantity', x.quantity::float8) order by x.item_id)
      from (select item_id, sum(quantity) as quantity from scrap_confirmation
        where company_id = ${companyId} and output_confirmation_id in (${rows}) and not is_returned group by item_id) x), '[]') as scraps,
    coalesce((select json_agg(json_build_object('reasonId', a.reason_id, 'units', a.units::float8, 'comment', a.comment) order by a.first)
      from (select reason_id, comment, sum(share_units) as units, min(id) as first from loss_annotation
        where company_id = ${companyId} and output_posting_id = ${postingId} and reason_id is not null and share_units > 0
        group by reason_id, comment) a), '[]') as reasons`.execute(tenant.tx)
  const [row] = found.rows
  return row ?? { batchCode: null, containerCodes: [], consumptions: [], uncovered: [], scraps: [], reasons: [] }
}
