import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { DeviceId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { CommandAnswer } from '#engine/output/counterReset.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

/** A command to a device to start its counter at 0, and what came of it (instants in UTC ms). */
export type StoredReset = {
  readonly id: string
  readonly deviceId: DeviceId
  /** The end of the shift that it is for; null = a person asked. */
  readonly shiftEndAt: number | null
  readonly askedBy: UserId | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly sentAt: number | null
  readonly answeredAt: number | null
  readonly answer: CommandAnswer | null
  readonly detail: string | null
}

const MS = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)
const COLUMNS = sql`id, device_id as "deviceId", shift_end_at as "shiftEndAt", asked_by as "askedBy", answer, detail,
  ${MS('created_on')} as "createdAt", ${MS('expires_on')} as "expiresAt", ${MS('sent_on')} as "sentAt", ${MS('answered_on')} as "answeredAt"`

/** Which shift ends are looked at: after `endedAfter`, until `now` (ms UTC). */
export type ShiftEnds = { readonly endedAfter: number; readonly now: number; readonly expiresAt: number }

/** Writes, for all companies, a command for each device of a work center that resets its counter at the end of a shift, once a shift; returns how many are new. */
export async function insertResetsOfShifts(tx: Transaction<DB>, { endedAfter, now, expiresAt }: ShiftEnds): Promise<number> {
  const { rows } = await sql`
    insert into counter_reset (company_id, work_center_id, device_id, shift_end_at, created_on, expires_on)
    select w.company_id, w.id, d.id, max(h.end_at), ${new Date(now)}, ${new Date(expiresAt)}
    from work_center w
    join device d on d.company_id = w.company_id and d.work_center_id = w.id and not d.is_trial
    join shift h on h.company_id = w.company_id and h.work_center_id = w.id and h.start_at > ${endedAfter - LONGEST_SHIFT_MS}::int8
      and h.end_at > ${endedAfter}::int8 and h.end_at <= ${now}::int8
    where w.auto_reset_on_shift_finish and w.device_status <> 'ARCHIVE'
    group by w.company_id, w.id, d.id
    on conflict (company_id, device_id, shift_end_at) do nothing
    returning id`.execute(tx)
  return rows.length
}

/** Forgets commands older than the instant. */
export async function forgetResets(tx: Transaction<DB>, before: number): Promise<void> {
  await tx.deleteFrom('counter_reset').where('created_on', '<', new Date(before)).execute()
}

/** Returns the newest commands of the work center, so many at most. */
export async function listResets(tenant: Tenant, workCenterId: WorkCenterId, limit: number): Promise<readonly StoredReset[]> {
  const { rows } = await sql<StoredReset>`select ${COLUMNS} from counter_reset
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} order by created_on desc, id desc limit ${limit}`.execute(
    tenant.tx,
  )
  return rows
}

/** Returns the command of the id; null where the company has none. */
export async function findReset(tenant: Tenant, id: string): Promise<StoredReset | null> {
  const { rows } =
    await sql<StoredReset>`select ${COLUMNS} from counter_reset where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Writes a command that a person asks for, and returns its id; null where the work center has no device. */
export async function insertReset(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { by, now, expiresAt }: { readonly by: UserId; readonly now: number; readonly expiresAt: number },
): Promise<string | null> {
  const { rows } = await sql<{ readonly id: string }>`
    insert into counter_reset (company_id, work_center_id, device_id, asked_by, created_on, expires_on)
    select d.company_id, d.work_center_id, d.id, ${by}, ${new Date(now)}, ${new Date(expiresAt)}
    from device d where d.company_id = ${tenant.companyId} and d.work_center_id = ${workCenterId} and not d.is_trial
    order by d.claimed_on, d.id limit 1
    returning id`.execute(tenant.tx)
  return rows[0]?.id ?? null
}
