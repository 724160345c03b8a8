import { sql } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** What became of a run for one person. */
export type DeliveryState = 'EMPTY' | 'FILED' | 'MAILED' | 'NO_RIGHT' | 'WAITING'

/** Stores what becomes of the run for the people; what is known of a person already stays. */
export async function insertDeliveries(
  { tx, companyId }: Tenant,
  runId: string,
  userIds: readonly UserId[],
  { state, renderingId = null }: { readonly state: DeliveryState; readonly renderingId?: string | null },
): Promise<void> {
  await sql`insert into report_delivery (company_id, run_id, user_id, rendering_id, state)
    select ${companyId}, ${runId}::uuid, one, ${renderingId}::uuid, ${state} from unnest(${userIds}::uuid[]) as one
    on conflict do nothing`.execute(tx)
}

/** Returns the people who wait for the file. */
export async function listWaiting({ tx, companyId }: Tenant, renderingId: string): Promise<readonly UserId[]> {
  const rows = await tx
    .selectFrom('report_delivery')
    .select('user_id')
    .where('company_id', '=', companyId)
    .where('rendering_id', '=', renderingId)
    .where('state', '=', 'WAITING')
    .execute()
  return rows.map(({ user_id }) => asId<UserId>(user_id))
}

/** Stores that the person who waits has it now; returns whether the person waited, which is so once. */
export async function endWaiting(
  { tx, companyId }: Tenant,
  { renderingId, userId, state }: { readonly renderingId: string; readonly userId: UserId; readonly state: DeliveryState },
): Promise<boolean> {
  const row = await tx
    .updateTable('report_delivery')
    .set({ state })
    .where('company_id', '=', companyId)
    .where('rendering_id', '=', renderingId)
    .where('user_id', '=', userId)
    .where('state', '=', 'WAITING')
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores by which e-mail the person got it. */
export async function setEmail({ tx, companyId }: Tenant, renderingId: string, userId: UserId, emailId: string): Promise<void> {
  await tx
    .updateTable('report_delivery')
    .set({ email_id: emailId })
    .where('company_id', '=', companyId)
    .where('rendering_id', '=', renderingId)
    .where('user_id', '=', userId)
    .execute()
}

/** Returns which work centers the file of a report tells of (null = all), if it was made for the person; undefined if it was not, or is no report. */
export async function findReportScope(
  { tx }: Pick<Tenant, 'tx'>,
  asked: { readonly companyId: CompanyId; readonly fileId: string; readonly userId: UserId },
): Promise<readonly number[] | null | undefined> {
  const { rows } = await sql<{ ids: readonly number[] | null }>`
    select nullif(d.request->'workCenterIds', 'null') as ids from report_rendering d
    join report_run r on r.company_id = d.company_id and r.id = d.run_id
    where d.company_id = ${asked.companyId} and d.file_id = ${asked.fileId}::uuid and case when r.subscription_id is null then r.user_id = ${asked.userId}
      else exists (select from report_delivery v where v.company_id = d.company_id and v.rendering_id = d.id and v.user_id = ${asked.userId}) end`.execute(
    tx,
  )
  return rows[0]?.ids
}

/** Returns which report the e-mail brings to whom; null = none that is known. Needs a transaction of the system. */
export async function findMailed(
  tx: Tenant['tx'],
  emailId: string,
): Promise<{ readonly companyId: string; readonly userId: string; readonly request: unknown } | null> {
  const { rows } = await sql<{ companyId: string; userId: string; request: unknown }>`
    select v.company_id as "companyId", v.user_id as "userId", d.request from report_delivery v
    join report_rendering d on d.company_id = v.company_id and d.id = v.rendering_id
    where v.email_id = ${emailId}::uuid`.execute(tx)
  return rows[0] ?? null
}
