import { sql } from 'kysely'
import type { BatchId, ContainerId, ItemId, JobOrderId, LossReasonId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** What a scanned text can be. */
export const SCAN_KINDS = ['CONTAINER', 'BATCH', 'JOB_ORDER', 'ITEM', 'DEVICE', 'REASON'] as const
export type ScanKind = (typeof SCAN_KINDS)[number]

/** Something that has the text as a code. */
export type ScanMatch = {
  readonly kind: ScanKind
  readonly id: BatchId | ContainerId | ItemId | JobOrderId | LossReasonId | WorkCenterId
  /** As it is stored. */
  readonly code: string
  /** Of an order that lists do not show the person (domain.md J-7); left out = they do. */
  readonly isCodeAlone?: boolean
}

/**
 * Returns all that has the text as its code, ignoring case: containers, batches, orders, products and devices of work centers, and the loss reason in
 * use that it names. At most 20 of each.
 */
export async function findByText(
  tenant: Tenant,
  text: string,
  reason: { readonly id: LossReasonId; readonly code: string } | null,
): Promise<readonly ScanMatch[]> {
  const [company, wanted] = [tenant.companyId, sql`lower(${text}::text)`]
  const { rows } = await sql<ScanMatch>`
    (select 'CONTAINER' as kind, id, code from container where company_id = ${company} and code_key = ${wanted} limit 20)
    union all (select 'BATCH', id, code from batch where company_id = ${company} and (code_key = ${wanted} or bar_code_key = ${wanted})
      order by id desc limit 20)
    union all (select 'JOB_ORDER', id, order_code from job_order where company_id = ${company} and code_key = ${wanted})
    union all (select 'JOB_ORDER', id, order_code from job_order where company_id = ${company} and external_code_key = ${wanted}
      and code_key <> ${wanted} order by (status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS')) desc, id desc limit 20)
    union all (select 'ITEM', id, sku from item where company_id = ${company} and not is_archived
      and (lower(sku) = ${wanted} or lower(external_code) = ${wanted}) limit 20)
    union all (select 'DEVICE', w.id, d.code from work_center w join device d on d.id = w.device_id
      where w.company_id = ${company} and w.device_status <> 'ARCHIVE' and lower(d.code) = ${wanted} limit 20)
    union all (select 'REASON', id, ${reason?.code ?? ''} from loss_reason where company_id = ${company} and id = ${reason?.id ?? null}::integer
      and not is_hidden and deleted_on is null)`.execute(tenant.tx)
  return rows
}
