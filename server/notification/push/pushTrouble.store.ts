import { sql } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** Why messages to browsers do not arrive: push services refuse the keys of the installation, or take nothing for now and are tried again. */
export const PUSH_TROUBLES = ['REFUSED', 'WAITING'] as const
export type PushTrouble = (typeof PUSH_TROUBLES)[number]

/** A refusal is of no concern any more after so long. */
const LATELY_MS = DAY_MS

/** A message was refused, and none was taken at the browser since. */
const IS_REFUSED = sql`d.state = 'FAILED' and d.last_status in (401, 403)
  and (s.last_ok_on is null or s.last_ok_on < d.settled_on)`
const OF_BROWSER = sql`push_delivery d join push_subscription s on s.company_id = d.company_id and s.id = d.subscription_id`

/** Returns how many messages were refused lately for our keys, and how many were not taken and wait to be tried again; of all companies. */
export async function countPushTrouble(tx: Tenant['tx'], now: number): Promise<{ readonly refused: number; readonly waiting: number }> {
  const { rows } = await sql<{ refused: number; waiting: number }>`select
      (select count(*) from ${OF_BROWSER} where ${IS_REFUSED} and d.settled_on > ${new Date(now - LATELY_MS)}::timestamptz)::int as refused,
      (select count(*) from push_delivery where state = 'QUEUED' and failed_tries > 0)::int as waiting`.execute(tx)
  return rows[0] ?? { refused: 0, waiting: 0 }
}

/** Returns what keeps messages from the browsers of the person; null = nothing. */
export async function findPushTrouble(tenant: Tenant, userId: UserId, now: number): Promise<PushTrouble | null> {
  const { rows } = await sql<{ trouble: PushTrouble | null }>`select case
      when exists (select from ${OF_BROWSER} where d.company_id = ${tenant.companyId} and s.user_id = ${userId} and ${IS_REFUSED}
        and d.settled_on > ${new Date(now - LATELY_MS)}::timestamptz) then 'REFUSED'
      when exists (select from push_delivery where company_id = ${tenant.companyId} and user_id = ${userId} and state = 'QUEUED' and failed_tries > 0) then 'WAITING'
      end as trouble`.execute(tenant.tx)
  return rows[0]?.trouble ?? null
}
