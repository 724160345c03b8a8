import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { DuePeriod } from '#engine/report/due.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import type { Subscription } from './subscription.store.ts'

/** A period of a subscription that is reported. Instants in ms UTC. */
export type DueRun = {
  readonly id: string
  readonly subscriptionId: number
  readonly from: string
  readonly to: string
  readonly shiftStart: number | null
  readonly dueAt: number
  readonly state: 'DONE' | 'HELD' | 'PLANNED'
}

export type NewRun = Pick<DuePeriod, 'dates' | 'dueAt' | 'key' | 'shiftStart'> & {
  readonly isMailed: boolean
  /** Dates of periods that were missed: made with this one, and not made any more. */
  readonly late: readonly string[]
  readonly named: readonly string[]
}

/** Returns the id of the new run, which is HELD; null where the period is reported already. */
export async function insertDueRun(tenant: Tenant, { id, type }: Pick<Subscription, 'id' | 'type'>, run: NewRun): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into report_run (company_id, type, date_from, date_to, shift_start_at, subscription_id, period_key, due_on, state, is_mailed, late, named)
    values (${tenant.companyId}, ${type}, ${run.dates.from}::date, ${run.dates.to}::date, ${run.shiftStart}, ${id}, ${run.key},
      ${new Date(run.dueAt)}, 'HELD', ${run.isMailed}, ${run.late}::text[], ${run.named}::text[])
    on conflict do nothing returning id`.execute(tenant.tx)
  return rows[0]?.id ?? null
}

/** Returns the runs of all companies that wait for their shifts to be confirmed. */
export async function listHeld(tx: Transaction<DB>): Promise<readonly { readonly companyId: CompanyId; readonly id: string }[]> {
  return await tx
    .selectFrom('report_run')
    .select(['company_id as companyId', 'id'])
    .where('state', '=', 'HELD')
    .where('subscription_id', 'is not', null)
    .orderBy('due_on')
    .execute()
}

/** Returns the run, locked until the transaction ends; null when it is gone or its subscription is. */
export async function holdRun({ tx, companyId }: Tenant, id: string): Promise<DueRun | null> {
  const row = await tx
    .selectFrom('report_run')
    .select(['id', 'subscription_id', 'date_from', 'date_to', 'shift_start_at', 'due_on', 'state'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined || row.subscription_id === null) return null
  const { subscription_id: subscriptionId, date_from: from, date_to: to, shift_start_at: shiftStart, state } = row
  return { id: row.id, subscriptionId, from, to, shiftStart, dueAt: row.due_on?.getTime() ?? 0, state }
}

/** Stores how far the run is. */
export async function setRunState({ tx, companyId }: Tenant, id: string, state: DueRun['state']): Promise<void> {
  await tx.updateTable('report_run').set({ state }).where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Returns how many shifts of the run are not confirmed, of how many. */
export async function countOpenShifts(
  { tx, companyId }: Tenant,
  { from, to, shiftStart }: Pick<DueRun, 'from' | 'shiftStart' | 'to'>,
  workCenterIds: readonly WorkCenterId[] | null,
): Promise<{ readonly open: number; readonly all: number }> {
  const { rows } = await sql<{ open: number; all: number }>`
    select count(*) filter (where status <> 'CONFIRMED')::int as open, count(*)::int as all from shift
    where company_id = ${companyId} and shift_date >= ${from}::date and shift_date < ${to}::date
      and (${shiftStart}::int8 is null or start_at = ${shiftStart}::int8)
      and (${workCenterIds}::int[] is null or work_center_id = any(${workCenterIds}::int[]))
      and work_center_id in (select id from work_center where company_id = ${companyId} and device_status <> 'ARCHIVE')`.execute(tx)
  return rows[0] ?? { open: 0, all: 0 }
}

/** Returns when the subscription was last reported before the run, and the dates of what it reported within three months; null where it was not. */
export async function findReportedBefore(
  { tx, companyId }: Tenant,
  { id, subscriptionId }: Pick<DueRun, 'id' | 'subscriptionId'>,
): Promise<{ readonly since: number; readonly from: string; readonly to: string } | null> {
  const { rows } = await sql<{ since: Date | null; from: string; to: string }>`
    select max(created_on) as since, min(date_from) as "from", max(date_to) as "to" from report_run
    where company_id = ${companyId} and subscription_id = ${subscriptionId} and id <> ${id}::uuid and state = 'DONE'
      and due_on < (select due_on from report_run where company_id = ${companyId} and id = ${id}::uuid)
      and created_on > now() - interval '91 days'`.execute(tx)
  const [row] = rows
  return row?.since == null ? null : { since: row.since.getTime(), from: row.from, to: row.to }
}
