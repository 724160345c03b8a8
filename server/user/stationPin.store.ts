import { sql } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { ProofBounds } from '#engine/user/stationPin.ts'
import type { Tenant } from '#server/db/database.ts'

/** What became of a try to give a PIN, before it is compared: it is counted as a wrong one until it proves right. */
export type PinTry =
  | { readonly kind: 'LOCKED'; readonly until: number }
  | { readonly kind: 'NONE' }
  | { readonly kind: 'TRY'; readonly hash: string; readonly failures: number }

/** For how long so many wrong tries in a row lock a PIN, in ms. */
type LockRule = (failures: number) => number

/** What a device sends late is 14 days old at most. */
const KEPT_MS = 15 * DAY_MS

/** Stores the hash of the person's PIN, null removes it; forgets wrong tries, and ends at the instant what was proven by the PIN before. */
export async function storePin(tenant: Tenant, userId: UserId, hash: string | null, now: number): Promise<void> {
  const { companyId: company_id, tx } = tenant
  if (hash === null) await tx.deleteFrom('station_pin').where('company_id', '=', company_id).where('user_id', '=', userId).execute()
  else
    await tx
      .insertInto('station_pin')
      .values({ company_id, user_id: userId, hash })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet({ hash, failures: 0, locked_until: null }))
      .execute()
  const open = tx.updateTable('station_work').where('company_id', '=', company_id).where('user_id', '=', userId)
  const end = new Date(now)
  await open.set({ until_at: end }).where('until_at', '>', end).where('from_at', '<', end).execute()
  await tx
    .deleteFrom('station_work')
    .where('company_id', '=', company_id)
    .where('user_id', '=', userId)
    .where('from_at', '>=', end)
    .execute()
}

/** Returns which of the people have a PIN. */
export async function listPinHolders(tenant: Tenant, userIds: readonly UserId[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await tenant.tx
    .selectFrom('station_pin')
    .select('user_id')
    .where('company_id', '=', tenant.companyId)
    .where('user_id', 'in', [...userIds])
    .execute()
  return new Set(rows.map(({ user_id: id }) => id))
}

/** Counts a try as a wrong one, so that tries at once cannot slip through, and returns what it is compared with. */
export async function takePinTry(tenant: Tenant, userId: UserId, now: number, lockMs: LockRule): Promise<PinTry> {
  const own = tenant.tx.selectFrom('station_pin').where('company_id', '=', tenant.companyId).where('user_id', '=', userId)
  const row = await own.select(['hash', 'failures', 'locked_until']).forUpdate().executeTakeFirst()
  if (row === undefined) return { kind: 'NONE' }
  const until = row.locked_until?.getTime() ?? 0
  if (until > now) return { kind: 'LOCKED', until }
  const failures = row.failures + 1
  const lock = lockMs(failures)
  await tenant.tx
    .updateTable('station_pin')
    .set({ failures, locked_until: lock === 0 ? null : new Date(now + lock) })
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', userId)
    .execute()
  return { kind: 'TRY', hash: row.hash, failures }
}

/** Forgets the wrong tries of the person. */
export async function forgetPinTries(tenant: Tenant, userId: UserId): Promise<void> {
  await tenant.tx
    .updateTable('station_pin')
    .set({ failures: 0, locked_until: null })
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', userId)
    .execute()
}

/** A person who proved that they work at a station, from when until when; ms UTC. */
export type StationWork = { readonly stationId: UserId; readonly userId: UserId; readonly from: number; readonly until: number }

/** Stores the proof, and forgets what is too old for anything to be sent of it. */
export async function storeWork(tenant: Tenant, { stationId, userId, from, until }: StationWork): Promise<void> {
  const { companyId: company_id, tx } = tenant
  await tx
    .insertInto('station_work')
    .values({ company_id, station_id: stationId, user_id: userId, from_at: new Date(from), until_at: new Date(until) })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'station_id', 'user_id', 'from_at']).doUpdateSet({ until_at: new Date(until) }),
    )
    .execute()
  await tx
    .deleteFrom('station_work')
    .where('company_id', '=', company_id)
    .where('station_id', '=', stationId)
    .where('until_at', '<', new Date(from - KEPT_MS))
    .execute()
}

/** Returns whether the company asks people at stations for their PIN. */
export async function arePinsAsked(tenant: Tenant): Promise<boolean> {
  const row = await tenant.tx.selectFrom('company').select('station_pins').where('id', '=', tenant.companyId).executeTakeFirst()
  return row?.station_pins === true
}

/** Returns whether the station may name the person for what was said within the bounds (null = now): proven by PIN, or the company asks for none. */
export async function isWorkProven(tenant: Tenant, stationId: UserId, userId: UserId, bounds: ProofBounds | null): Promise<boolean> {
  if (!(await arePinsAsked(tenant))) return true
  const row = await tenant.tx
    .selectFrom('station_work')
    .select('from_at')
    .where('company_id', '=', tenant.companyId)
    .where('station_id', '=', stationId)
    .where('user_id', '=', userId)
    .where('from_at', '<=', bounds === null ? sql<Date>`now()` : new Date(bounds.latestFrom))
    .where('until_at', '>=', bounds === null ? sql<Date>`now()` : new Date(bounds.earliestUntil))
    .executeTakeFirst()
  return row !== undefined
}
