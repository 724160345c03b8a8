import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Step } from '#engine/notification/escalation.ts'
import type { Tenant } from '#server/db/database.ts'
import { STEPS } from './episode.store.ts'
import { TOLD_COLUMNS, toItem } from './inbox.store.ts'
import type { InboxItem } from './inbox.store.ts'

/** How many people were told of a notification, and what decides who is told next. */
export type ToldRow = {
  readonly id: string
  readonly people: number
  readonly state: InboxItem['state'] | 'PENDING'
  readonly steps: readonly Step[]
  readonly toldSteps: number
  readonly firedAt: number | null
  readonly acknowledgedAt: number | null
  readonly ackTimeoutMinutes: number
}

/** Returns of each notification how many were told, and its steps. */
export async function listToldRows(tenant: Tenant, ids: readonly string[]): Promise<readonly ToldRow[]> {
  const { rows } = await sql<
    Omit<ToldRow, 'steps'> & { readonly steps: unknown }
  >`select n.id, n.state, n.steps, n.told_steps as "toldSteps",
      n.fired_at as "firedAt", n.acknowledged_at as "acknowledgedAt", n.ack_timeout_minutes as "ackTimeoutMinutes",
      (select count(*)::int from notification_receipt r where r.company_id = n.company_id and r.notification_id = n.id) as people
    from notification n where n.company_id = ${tenant.companyId} and n.id = any(${[...ids]}::uuid[])`.execute(tenant.tx)
  return rows.map((row) => ({ ...row, steps: STEPS.parse(row.steps) }))
}

/** Returns what was told of stops at the work center in the time (end null = it goes on), as nobody's copy, the earliest first. */
export async function listToldOfStop(
  tenant: Tenant,
  { workCenterId, start, end }: { readonly workCenterId: WorkCenterId; readonly start: number; readonly end: number | null },
  limit: number,
): Promise<readonly InboxItem[]> {
  const { rows } = await sql<Omit<InboxItem, 'params'> & { params: unknown }>`select ${TOLD_COLUMNS} from notification n
    where n.company_id = ${tenant.companyId} and n.work_center_id = ${workCenterId} and n.type = 'STATUS_DURATION' and n.fired_at is not null
      and (${end}::int8 is null or n.since < ${end}::int8) and (n.until is null or n.until > ${start}::int8)
    order by n.since, n.fired_at limit ${limit}`.execute(tenant.tx)
  return rows.map(toItem)
}
