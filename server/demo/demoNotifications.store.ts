import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

/** Stops of these machines are told, to everybody, after the minutes. */
const TOLD: Readonly<Record<string, { readonly minutes: number; readonly severity: 'URGENT' | 'WARNING' }>> = {
  'press-7': { minutes: 15, severity: 'URGENT' },
  'welder-1': { minutes: 20, severity: 'WARNING' },
  'mill-2': { minutes: 20, severity: 'WARNING' },
}

/** Stores the rule of notifications of a demo machine that has one; its time counts from the instant. */
export async function insertDemoNotifications(
  tx: Transaction<DB>,
  companyId: CompanyId,
  { key, workCenterId }: { readonly key: string; readonly workCenterId: WorkCenterId },
  countsFrom: number,
): Promise<void> {
  const told = TOLD[key]
  if (told === undefined) return
  await sql`insert into notification_config (company_id, work_center_id, type, mode, duration_minutes, target_audience, severity, counts_from)
    values (${companyId}, ${workCenterId}, 'STATUS_DURATION', 'STOP', ${told.minutes}, 'ROLES', ${told.severity}, ${countsFrom}::int8)`.execute(
    tx,
  )
}

/** Takes back what visitors did with notifications: what they took care of, saw, put off or put away, and what they want to hear. */
export async function forgetNotificationActs(tx: Transaction<DB>, companyId: CompanyId): Promise<void> {
  await sql`update notification set acknowledged_by = null, acknowledged_at = null, acknowledge_comment = null
    where company_id = ${companyId} and acknowledged_at is not null`.execute(tx)
  await sql`update notification_receipt set read_at = null, archived_at = null, snoozed_until = null
    where company_id = ${companyId} and (read_at is not null or archived_at is not null or snoozed_until is not null)`.execute(tx)
  await sql`delete from notification_preference where company_id = ${companyId}`.execute(tx)
}
