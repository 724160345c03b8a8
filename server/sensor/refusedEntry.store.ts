import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import { REFUSAL_REASONS } from '#engine/sensor/refusalReason.ts'
import type { RefusalReason } from '#engine/sensor/refusalReason.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { Tenant } from '#server/db/database.ts'

/** What was refused of one message of a device. */
export type RefusedMessage = {
  readonly receivedAt: number
  /** The code that docs/telemetry.md lists. */
  readonly reason: RefusalReason
  /** The first entry of it, and how many more there were. */
  readonly detail: string
  /** The beginning of the message as text; null = it was not kept. */
  readonly payload: string | null
}

const SHOWN_BYTES = 500

/** Returns the newest of what the device of the work center sent and was refused since it belongs to the company, the newest first. */
export async function listRefusedMessages(tenant: Tenant, workCenterId: WorkCenterId, size: number): Promise<readonly RefusedMessage[]> {
  const { rows } = await sql<
    Omit<RefusedMessage, 'payload' | 'reason'> & { readonly reason: string; readonly payload: Buffer | null }
  >`select q.received_at as "receivedAt", q.reason,
      q.detail, substring(q.payload from 1 for ${SHOWN_BYTES}) as payload
    from quarantine q join device d on d.id = q.device_id and d.company_id = ${tenant.companyId} and d.work_center_id = ${workCenterId}
    where q.company_id = ${tenant.companyId} order by q.id desc limit ${size}`.execute(tenant.tx)
  return rows.map(({ payload, reason, ...row }) => ({
    ...row,
    reason: oneOf(REFUSAL_REASONS, reason),
    payload: payload === null ? null : textOf(payload),
  }))
}

/** What is no text is shown as such: control characters and bytes of no character would hide what stands beside them. */
function textOf(bytes: Buffer): string {
  return bytes
    .toString('utf8')
    .replace(/[^\P{C}\n\t]/gu, '\uFFFD')
    .trim()
}
