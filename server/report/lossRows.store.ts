import { sql } from 'kysely'
import type { LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Classification } from '#engine/loss/lossKind.ts'
import type { Tenant } from '#server/db/database.ts'
import { CLASSIFIED_AS } from '#server/loss/classification.ts'
import { conditions } from '#server/loss/lossFilter.store.ts'
import type { LossFilter } from '#server/loss/lossFilter.store.ts'
import { wholeLength } from '#server/loss/lossList.store.ts'
import type { LossSource } from '#engine/facts.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'

/** A loss as the report of losses writes it. Instants are ms UTC; `end` null = it goes on. */
export type ReportLoss = {
  readonly id: number
  readonly chainStart: number
  readonly workCenterId: WorkCenterId
  readonly shiftDate: string | null
  readonly shiftName: string | null
  readonly start: number
  readonly end: number | null
  readonly lengthMs: number
  readonly source: LossSource
  readonly kind: StatusKind
  readonly statusName: string | null
  readonly isScheduledLoss: boolean
  readonly reasonId: LossReasonId | null
  readonly comment: string | null
  readonly quantity: number | null
  /** Of a quantity, the unit in which output was counted then. */
  readonly unit: string | null
  /** When somebody gave its reason, and by what; null = nobody did, also where somebody only commented on it. */
  readonly saidAt: number | null
  readonly via: string | null
  readonly isApproved: boolean
  readonly isValid: boolean
  readonly updatedBy: UserId | null
  readonly updatedOn: Date | null
}

/** Losses of one work center and reason together. */
export type WorkCenterTotal = {
  readonly workCenterId: WorkCenterId
  readonly reasonId: LossReasonId | null
  readonly classification: Classification
  readonly count: number
  readonly durationMs: number
}

/** Whether a person gave the reason of the loss, as the table of how reasons were given has it (domain.md S-92). */
const SAID = sql`l.reason_id is not null and l.reason_source = 'MANUAL' and a.id is not null`

/** Rows that are read at a time. */
const ROWS_AT_ONCE = 500

/** Returns the losses of the filter in the order of time, some hundred at a time. `now` ends an open one. */
export async function* readLosses(tenant: Tenant, filter: LossFilter, now: number): AsyncGenerator<readonly ReportLoss[]> {
  await sql`declare report_losses no scroll cursor for
    select l.id, l.chain_start_at as "chainStart", l.work_center_id as "workCenterId", s.shift_date::text as "shiftDate", s.name as "shiftName",
      l.start_at as start, l.end_at as end, (${wholeLength(now)})::int8 as "lengthMs", l.source, l.kind, r.name as "statusName",
      l.is_scheduled_loss as "isScheduledLoss", l.reason_id as "reasonId", l.comment, l.quantity,
      case when l.quantity is not null and l.source = 'OUTPUT' then coalesce((select o.unit from output_segment o where o.company_id = l.company_id
        and o.work_center_id = l.work_center_id and o.start_at <= l.start_at order by o.start_at desc limit 1), w.measurement_unit) end as unit,
      case when ${SAID} then coalesce(a.said_at, (extract(epoch from a.updated_on) * 1000)::int8) end as "saidAt", case when ${SAID} then a.via end as via, l.is_approved as "isApproved",
      l.is_valid as "isValid", l.updated_by as "updatedBy", l.updated_on as "updatedOn"
    from loss l
    left join shift s on s.company_id = l.company_id and s.work_center_id = l.work_center_id and s.start_at = l.shift_start_at
    left join status_rule r on r.company_id = l.company_id and r.id = l.status_rule_id
    left join loss_annotation a on a.company_id = l.company_id and a.id = l.annotation_id
    join work_center w on w.company_id = l.company_id and w.id = l.work_center_id
    where l.company_id = ${tenant.companyId} and l.is_valid ${conditions(filter, now)} order by l.start_at, l.id`.execute(tenant.tx)
  for (;;) {
    const { rows } = await sql<ReportLoss>`fetch ${sql.lit(ROWS_AT_ONCE)} from report_losses`.execute(tenant.tx)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close report_losses`.execute(tenant.tx)
}

/** Returns the longest stops of the filter, the longest first; one that borders of shifts or people cut is of several losses, ascending. */
export async function listLongest(
  tenant: Tenant,
  filter: LossFilter,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly (readonly ReportLoss[])[]> {
  const { rows } = await sql<{ ids: readonly number[] }>`select array_agg(l.id order by l.start_at) as ids from loss l
    where l.company_id = ${tenant.companyId} and l.is_valid ${conditions(filter, now)} group by l.work_center_id, l.source, l.chain_start_at
    order by sum(${wholeLength(now)}) desc, min(l.id) limit ${limit}`.execute(tenant.tx)
  if (rows.length === 0) return []
  const found = new Map<number, ReportLoss>()
  for await (const losses of readLosses(tenant, { ...filter, ids: rows.flatMap(({ ids }) => ids) }, now))
    for (const loss of losses) found.set(loss.id, loss)
  return rows.map(({ ids }) => ids.flatMap((id) => found.get(id) ?? []))
}

/** Returns number and time of the losses of the filter by work center and reason. */
export async function listWorkCenterTotals(tenant: Tenant, filter: LossFilter, now: number): Promise<readonly WorkCenterTotal[]> {
  const { CLASSIFIED, UNCLASSIFIED } = CLASSIFIED_AS
  const { rows } = await sql<WorkCenterTotal>`
    select l.work_center_id as "workCenterId", l.reason_id as "reasonId",
      case when ${CLASSIFIED} then 'CLASSIFIED' when ${UNCLASSIFIED} then 'UNCLASSIFIED' else 'NOT_NEEDED' end as classification,
      count(*) as count, sum(${wholeLength(now)})::int8 as "durationMs"
    from loss l where l.company_id = ${tenant.companyId} and l.is_valid ${conditions(filter, now)}
    group by 1, 2, 3 order by 1, 5 desc, 2`.execute(tenant.tx)
  return rows
}
