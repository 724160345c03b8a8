import { sql } from 'kysely'
import type { OutboxOperation, OutboxState, OutboxStep } from '#engine/integration/outboxPlan.ts'
import type { JobOrderId, UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { StoredFailure } from './integration.store.ts'

/** A message to the other system. */
export type OutboxMessage = {
  readonly id: number
  readonly externalId: string
  readonly externalCode: string
  readonly jobOrderId: JobOrderId
  readonly orderCode: string
  readonly eventId: number
  readonly operation: OutboxOperation
  readonly accepted: number
  readonly rejected: number
  readonly state: OutboxState
  readonly tries: number
  readonly nextTryOn: Date
  readonly error: StoredFailure | null
  /** What stood over there at a conflict. */
  readonly theirs: number | null
  /** What we said last, as far as it was heard. */
  readonly said: number | null
  /** Whether no quantity of its order was heard yet. */
  readonly isFirst: boolean
  readonly createdOn: Date
  readonly answeredOn: Date | null
  readonly decidedBy: UserId | null
}

/** Whether a quantity was heard is looked for message by message, by index: the whole history would be read at once to find it for all. */
const COLUMNS = sql`m.id, m.external_id as "externalId", o.external_code as "externalCode", m.job_order_id as "jobOrderId",
  j.order_code as "orderCode", m.event_id as "eventId", m.operation, m.accepted, m.rejected, m.state, m.tries, m.next_try_on as "nextTryOn", m.error,
  m.theirs, o.said, (select true from integration_outbox h where h.company_id = m.company_id and h.integration_id = m.integration_id
    and h.external_id = m.external_id and h.operation = 'OUTPUT' and h.state = 'SENT' limit 1) is null as "isFirst", m.created_on as "createdOn", m.answered_on as "answeredOn",
  m.decided_by as "decidedBy"`
const TABLES = sql`integration_outbox m
  join integration_order o on o.company_id = m.company_id and o.integration_id = m.integration_id and o.external_id = m.external_id
  join job_order j on j.company_id = m.company_id and j.id = m.job_order_id`
/**
 * Returns the messages that may go now, the oldest first, at most one of each order: the first that is not over, once its pause is over and nobody has to
 * decide (domain.md IN-7).
 */
export async function listDueMessages(
  tenant: Tenant,
  integrationId: string,
  { at, most }: { readonly at: Date; readonly most: number },
): Promise<readonly OutboxMessage[]> {
  const { rows } = await sql<OutboxMessage>`with due as materialized (
      select m.id from integration_outbox m
      where m.company_id = ${tenant.companyId} and m.integration_id = ${integrationId}::uuid and m.state = 'WAITING' and m.next_try_on <= ${at}
      and not exists (select from integration_outbox b where b.company_id = m.company_id and b.integration_id = m.integration_id
        and b.external_id = m.external_id and b.id < m.id and b.state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING'))
      order by m.id limit ${most}
    )
    select ${COLUMNS} from ${TABLES} join due on due.id = m.id where m.company_id = ${tenant.companyId} order by m.id`.execute(tenant.tx)
  return rows
}

type OurOrder = { readonly isOpen: boolean; readonly hasUntold: boolean; readonly said: number | null }

/**
 * Returns how the orders of the ids over there stand here: whether they are open, whether a message of them was not heard yet, and what they said there
 * last. Ids that are linked to none of ours are left out.
 */
export async function listOurs(
  tenant: Tenant,
  integrationId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, OurOrder>> {
  const { rows } = await sql<OurOrder & { readonly externalId: string }>`select o.said::float8 as said,
      o.external_id as "externalId", j.status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS') as "isOpen",
      exists (select from integration_outbox m where m.company_id = o.company_id and m.integration_id = o.integration_id
        and m.external_id = o.external_id and m.state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING')) as "hasUntold"
    from integration_order o join job_order j on j.company_id = o.company_id and j.id = o.job_order_id
    where o.company_id = ${tenant.companyId} and o.integration_id = ${integrationId}::uuid and o.external_id = any(${externalIds}::text[])`.execute(
    tenant.tx,
  )
  return new Map(rows.map(({ externalId, isOpen, hasUntold, said }) => [externalId, { isOpen, hasUntold, said }]))
}

/** Returns whether the message is still to be said. */
export async function isWaiting(tenant: Tenant, id: number): Promise<boolean> {
  const { rows } =
    await sql`select from integration_outbox where company_id = ${tenant.companyId} and id = ${id} and state = 'WAITING'`.execute(tenant.tx)
  return rows.length > 0
}

/** Puts off what waits for other orders than that of the message: nobody over there hears anything now. */
export async function putOffOthers(
  tenant: Tenant,
  integrationId: string,
  { externalId }: Pick<OutboxMessage, 'externalId'>,
  until: Date,
): Promise<void> {
  await sql`update integration_outbox set next_try_on = ${until} where company_id = ${tenant.companyId}
    and integration_id = ${integrationId}::uuid and state = 'WAITING' and next_try_on < ${until} and external_id <> ${externalId}`.execute(
    tenant.tx,
  )
}

/** Returns the messages of the page in the states (null = all), the newest first, and how many there are. */
export async function pageMessages(
  tenant: Tenant,
  integrationId: string,
  { states, page, size }: { readonly states: readonly OutboxState[] | null; readonly page: number; readonly size: number },
): Promise<{ readonly items: readonly OutboxMessage[]; readonly totalItems: number }> {
  const wanted = sql`m.company_id = ${tenant.companyId} and m.integration_id = ${integrationId}::uuid
    and (${states}::text[] is null or m.state = any(${states}::text[]))`
  const { rows } = await sql<OutboxMessage>`with page as materialized (
      select m.id from integration_outbox m where ${wanted} order by m.id desc limit ${size} offset ${(page - 1) * size}
    )
    select ${COLUMNS} from ${TABLES} join page on page.id = m.id where m.company_id = ${tenant.companyId} order by m.id desc`.execute(
    tenant.tx,
  )
  const counted = await sql<{ readonly count: number }>`select count(*)::int as count from integration_outbox m where ${wanted}`.execute(
    tenant.tx,
  )
  return { items: rows, totalItems: counted.rows[0]?.count ?? 0 }
}

/** Stores the answer to a message that nobody decided about meanwhile; what was said is known from then on. */
export async function writeAnswer(
  tenant: Tenant,
  { id, externalId }: Pick<OutboxMessage, 'externalId' | 'id'>,
  integrationId: string,
  answer: OutboxStep & {
    readonly error: StoredFailure | null
    readonly theirs: number | null
    readonly said: number | null
    readonly at: Date
  },
): Promise<void> {
  await sql`update integration_outbox set state = ${answer.state}, tries = ${answer.tries}, next_try_on = ${new Date(answer.nextTryAt)},
      error = ${answer.error === null ? null : JSON.stringify(answer.error)}::jsonb, theirs = ${answer.theirs}::numeric,
      answered_on = case when ${answer.state} = 'SENT' then ${answer.at}::timestamptz end
    where company_id = ${tenant.companyId} and id = ${id} and state = 'WAITING'`.execute(tenant.tx)
  if (answer.said !== null)
    await sql`update integration_order set said = ${answer.said}::numeric where company_id = ${tenant.companyId}
      and integration_id = ${integrationId}::uuid and external_id = ${externalId}`.execute(tenant.tx)
}

/** Has the messages tried again at once; returns the ids of those that waited for somebody or for their pause. */
export async function retryMessages(
  tenant: Tenant,
  integrationId: string,
  ids: readonly number[],
  by: { readonly userId: UserId; readonly at: Date },
): Promise<readonly number[]> {
  const { rows } = await sql<{
    readonly id: number
  }>`update integration_outbox set state = 'WAITING', tries = 0, next_try_on = ${by.at}::timestamptz,
      decided_by = ${by.userId}::uuid
    where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid and id = any(${ids}::int8[])
    and state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING') returning id`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}

/** Leaves the messages unsaid; what stood over there at a conflict counts as known. Returns the ids of those that were open. */
export async function skipMessages(
  tenant: Tenant,
  integrationId: string,
  ids: readonly number[],
  by: { readonly userId: UserId; readonly at: Date },
): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`with skipped as (
      update integration_outbox set state = 'SKIPPED', decided_by = ${by.userId}::uuid, answered_on = ${by.at}::timestamptz
      where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid and id = any(${ids}::int8[])
      and state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING') returning id, external_id, theirs
    ), known as (
      update integration_order o set said = s.theirs from skipped s where o.company_id = ${tenant.companyId}
      and o.integration_id = ${integrationId}::uuid and o.external_id = s.external_id and s.theirs is not null
    )
    select id from skipped`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}

/** Returns how many messages of each integration wait, and of how many somebody has to decide. */
export async function countOpen(tenant: Tenant): Promise<ReadonlyMap<string, { readonly waiting: number; readonly needsPerson: number }>> {
  const { rows } = await sql<{ readonly id: string; readonly waiting: number; readonly needsPerson: number }>`select integration_id as id,
      count(*) filter (where state = 'WAITING')::int as waiting, count(*) filter (where state <> 'WAITING')::int as "needsPerson"
    from integration_outbox where company_id = ${tenant.companyId} and state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING')
    group by integration_id`.execute(tenant.tx)
  return new Map(rows.map(({ id, waiting, needsPerson }) => [id, { waiting, needsPerson }]))
}

/** Returns when each integration last heard a message. */
export async function lastHeard(tenant: Tenant): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ readonly id: string; readonly at: Date }>`select i.id, l.answered_on as at from integration i
    cross join lateral (select answered_on from integration_outbox m where m.company_id = i.company_id and m.integration_id = i.id
      and m.state = 'SENT' and m.external_id not like 'former:%' order by answered_on desc limit 1) l
    where i.company_id = ${tenant.companyId}`.execute(tenant.tx)
  return new Map(rows.map(({ id, at }) => [id, at]))
}
