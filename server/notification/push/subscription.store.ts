import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { BrowserSubscription } from '#engine/notification/channel/pushEndpoint.ts'
import type { Tenant } from '#server/db/database.ts'
import type { Vault } from '#server/vault.ts'

/** A browser that shows a person's messages. */
export type Device = {
  readonly id: string
  readonly label: string
  readonly endpointHash: string
  readonly createdOn: Date
  readonly lastOkOn: Date | null
}

const SUBSCRIPTION = z.strictObject({ endpoint: z.string(), p256dh: z.string(), auth: z.string() })

/** Returns the devices of the person, the oldest first. */
export async function listDevices(tenant: Tenant, userId: UserId): Promise<readonly Device[]> {
  return devices(tenant).where('user_id', '=', userId).orderBy('id').execute()
}

/** Returns the device of the person, or null. */
export async function findDevice(tenant: Tenant, userId: UserId, id: string): Promise<(Device & { readonly sealed: string }) | null> {
  const row = await devices(tenant).select('sealed').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Stores the browser for the person, also when it was somebody else's before: messages go to who signed in last. Returns the device. */
export async function storeDevice(
  tenant: Tenant,
  vault: Vault,
  { userId, label, ...subscription }: BrowserSubscription & { readonly userId: UserId; readonly label: string },
): Promise<Device> {
  const hash = hashOf(subscription.endpoint)
  const { rows } = await sql<Device>`insert into push_subscription (company_id, user_id, endpoint_hash, sealed, label)
    values (${tenant.companyId}, ${userId}, ${hash}, ${vault.seal(JSON.stringify(subscription), ownerOfBrowser(tenant.companyId, hash))}, ${label})
    on conflict (company_id, endpoint_hash) do update set user_id = excluded.user_id, sealed = excluded.sealed, label = excluded.label
    returning id, label, endpoint_hash as "endpointHash", created_on as "createdOn", last_ok_on as "lastOkOn"`.execute(tenant.tx)
  const [row] = rows
  if (row === undefined) throw new Error('what was just stored is gone')
  // What waited for who had the browser before is not shown to who has it now.
  await sql`delete from push_delivery where company_id = ${tenant.companyId} and subscription_id = ${row.id}::uuid and user_id <> ${userId}`.execute(
    tenant.tx,
  )
  await sql`delete from push_token where company_id = ${tenant.companyId} and subscription_id = ${row.id}::uuid and user_id <> ${userId}`.execute(
    tenant.tx,
  )
  return row
}

/** Removes the browser from other people of any company: it shows messages of who signed in last. */
export async function deleteOfOthers(tx: Tenant['tx'], userId: UserId, { endpoint }: Pick<BrowserSubscription, 'endpoint'>): Promise<void> {
  await tx.deleteFrom('push_subscription').where('endpoint_hash', '=', hashOf(endpoint)).where('user_id', '<>', userId).execute()
}

/** Removes the device of the person; returns whether there was one. */
export async function deleteDevice(tenant: Tenant, userId: UserId, id: string): Promise<boolean> {
  const { numDeletedRows } = await tenant.tx
    .deleteFrom('push_subscription')
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes devices whose push service knows them no more. */
export async function deleteGone(tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tenant.tx
    .deleteFrom('push_subscription')
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Notes that devices took a message. */
export async function noteTaken(tenant: Tenant, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tenant.tx
    .updateTable('push_subscription')
    .set({ last_ok_on: at })
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Returns address and keys of a stored subscription; null = they cannot be read, as those that were sealed by another key. */
export function openSubscription(
  vault: Vault,
  companyId: CompanyId,
  { sealed, endpointHash }: { readonly sealed: string; readonly endpointHash: string },
): BrowserSubscription | null {
  try {
    return SUBSCRIPTION.parse(JSON.parse(vault.open(sealed, ownerOfBrowser(companyId, endpointHash))))
  } catch {
    return null
  }
}

function devices(tenant: Tenant) {
  return tenant.tx
    .selectFrom('push_subscription')
    .select(['id', 'label', 'created_on as createdOn', 'last_ok_on as lastOkOn', 'endpoint_hash as endpointHash'])
    .where('company_id', '=', tenant.companyId)
}

function hashOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url')
}

/** Returns what the address and keys of a browser are sealed for. */
export function ownerOfBrowser(companyId: CompanyId, hash: string): string {
  return `push_subscription ${companyId} ${hash}`
}
