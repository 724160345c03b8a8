import { sql } from 'kysely'
import type { Tenant } from '#server/db/database.ts'

/** An order of ours whose record over there is another one by now. */
export type RecreatedOrder = {
  readonly fromId: string
  readonly toId: string
  /** Whether the old record is one of another system, of which the new one is no successor. */
  readonly isFormer: boolean
}

/** Messages that no record heard, as they were stored. */
export type UnheardMessages = readonly unknown[]

/** Takes what was not heard of the records out of the outbox, for `tellAnew`; what was heard goes with its record. Returns it in its order. */
export async function takeUnheard(tenant: Tenant, integrationId: string, externalIds: readonly string[]): Promise<UnheardMessages> {
  const { rows } = await sql<{ readonly message: unknown }>`with taken as (
      delete from integration_outbox m where m.company_id = ${tenant.companyId} and m.integration_id = ${integrationId}::uuid
      and m.external_id = any(${externalIds}::text[]) and m.state <> 'SENT' returning m.id, to_jsonb(m) as message
    )
    select message from taken order by id`.execute(tenant.tx)
  return rows.map(({ message }) => message)
}

/**
 * Tells the new records what the old ones did not hear, with what it was confirmed by, and the figure of the order where that is neither there nor on its way:
 * the new record knows nothing of what the old one heard (domain.md IN-7). What somebody left unsaid stays so, and all that another system did not hear.
 */
export async function tellAnew(
  tenant: Tenant,
  integrationId: string,
  { orders, unheard, at }: { readonly orders: readonly RecreatedOrder[]; readonly unheard: UnheardMessages; readonly at: Date },
): Promise<void> {
  await sql`insert into integration_outbox (company_id, integration_id, external_id, job_order_id, event_id, operation, accepted, rejected,
      state, next_try_on, created_on, answered_on, decided_by, posting_ids)
    select m.company_id, m.integration_id, o."toId", m.job_order_id, m.event_id, m.operation, m.accepted, m.rejected,
      case when m.state = 'SKIPPED' then m.state else 'WAITING' end, ${at}::timestamptz, m.created_on, m.answered_on, m.decided_by, m.posting_ids
    from jsonb_populate_recordset(null::integration_outbox, ${JSON.stringify(unheard)}::jsonb) m
    join jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o ("fromId" text, "toId" text) on o."fromId" = m.external_id
    order by m.id`.execute(tenant.tx)
  // Under a key of its own: that of the newest confirmation may have been heard by the old record.
  await sql`insert into integration_outbox (company_id, integration_id, external_id, job_order_id, event_id, operation, accepted, rejected,
      next_try_on, created_on)
    select o.company_id, o.integration_id, o.external_id, o.job_order_id, -e.id, 'OUTPUT', j.accepted_output, j.rejected_output,
      ${at}::timestamptz, ${at}::timestamptz
    from integration_order o
    join integration i on i.company_id = o.company_id and i.id = o.integration_id and 'OUTPUT' = any(i.sends)
    join job_order j on j.company_id = o.company_id and j.id = o.job_order_id
    join lateral (select max(id) as id from job_order_event where company_id = o.company_id and job_order_id = o.job_order_id
      and kind like 'CONFIRM%') e on e.id is not null
    where o.company_id = ${tenant.companyId} and o.integration_id = ${integrationId}::uuid
    and o.external_id = any(${orders.flatMap(({ toId, isFormer }) => (isFormer ? [] : [toId]))}::text[])
    and j.accepted_output <> coalesce((select m.accepted from integration_outbox m where m.company_id = o.company_id
      and m.integration_id = o.integration_id and m.external_id = o.external_id and m.operation = 'OUTPUT' and m.state = 'WAITING'
      order by m.id desc limit 1), o.said, 0)
    on conflict (company_id, integration_id, event_id) do update set external_id = excluded.external_id, state = 'WAITING', tries = 0,
      accepted = excluded.accepted, rejected = excluded.rejected, next_try_on = excluded.next_try_on, answered_on = null, decided_by = null`.execute(
    tenant.tx,
  )
}
