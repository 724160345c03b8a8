import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, DeviceId } from '#engine/ids.ts'
import type { CommandAnswer } from '#engine/output/counterReset.ts'
import type { DB } from '#server/db/schema.ts'
import type { Tenant } from '#server/db/database.ts'

/** A command that its device has not answered; instants in UTC ms. */
export type WaitingCommand = {
  readonly id: string
  readonly companyId: CompanyId
  readonly deviceId: DeviceId
  readonly cause: 'SHIFT_END' | 'PERSON'
  readonly createdAt: number
  readonly expiresAt: number
}

/** Which commands are sent: to these devices, not handed over since `sentBefore`. */
export type CommandsAsked = { readonly deviceIds: readonly DeviceId[]; readonly now: number; readonly sentBefore: number }

/** Returns the devices that have valid and unanswered commands which were not handed over since; mostly none. */
export async function listWaitingDevices(
  tx: Transaction<DB>,
  { now, sentBefore }: Omit<CommandsAsked, 'deviceIds'>,
): Promise<readonly DeviceId[]> {
  const { rows } = await sql<{ readonly deviceId: DeviceId }>`
    select distinct device_id as "deviceId" from counter_reset
    where answer is null and expires_on > ${new Date(now)} and (last_sent_on is null or last_sent_on <= ${new Date(sentBefore)})`.execute(
    tx,
  )
  return rows.map(({ deviceId }) => deviceId)
}

/** Returns the commands for the devices that are valid and unanswered, the oldest first, and notes that they are handed to the devices now. */
export async function takeCommands(tx: Transaction<DB>, { deviceIds, now, sentBefore }: CommandsAsked): Promise<readonly WaitingCommand[]> {
  const { rows } = await sql<WaitingCommand>`
    update counter_reset r set sent_on = coalesce(r.sent_on, ${new Date(now)}), last_sent_on = ${new Date(now)}
    from device d
    where r.device_id = any(${deviceIds}::uuid[]) and r.answer is null and r.expires_on > ${new Date(now)}
      and (r.last_sent_on is null or r.last_sent_on <= ${new Date(sentBefore)})
      and d.id = r.device_id and d.company_id = r.company_id and d.work_center_id = r.work_center_id
    returning r.id, r.company_id as "companyId", r.device_id as "deviceId",
      case when r.shift_end_at is null then 'PERSON' else 'SHIFT_END' end as cause,
      (extract(epoch from r.created_on) * 1000)::float8 as "createdAt", (extract(epoch from r.expires_on) * 1000)::float8 as "expiresAt"`.execute(
    tx,
  )
  return rows.toSorted((one, other) => one.createdAt - other.createdAt)
}

/** Returns whether the answer is the first to a command of the device, and stores it then, however late it comes. */
export async function answerCommand(
  tenant: Tenant,
  deviceId: DeviceId,
  { id, answer, detail, at }: { readonly id: string; readonly answer: CommandAnswer; readonly detail: string | null; readonly at: number },
): Promise<boolean> {
  const result = await tenant.tx
    .updateTable('counter_reset')
    .set({ answer, detail, answered_on: new Date(at) })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .where('device_id', '=', deviceId)
    .where('answer', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
