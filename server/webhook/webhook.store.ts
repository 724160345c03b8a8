import { sql } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { WebhookForm } from '#engine/webhook/webhookForm.ts'
import { WEBHOOK_TOPICS } from '#engine/webhook/webhookTopic.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { Vault } from '#server/vault.ts'

/** GONE: it answered that it wants no more; DEAD: it took nothing for five days. */
export const DISABLED_BECAUSE = ['GONE', 'DEAD'] as const
export type DisabledBecause = (typeof DISABLED_BECAUSE)[number]

/** A stored webhook; its secrets are sealed. */
export type Webhook = WebhookForm & {
  readonly id: string
  readonly disabledBecause: DisabledBecause | null
  readonly failsSince: Date | null
  readonly lastOkOn: Date | null
  readonly sealed: string
  readonly sealedBefore: string | null
  readonly beforeUntil: Date | null
  readonly version: number
}

/** Returns the webhooks of the company in the order in which they were made. */
export async function listWebhooks(tenant: Tenant): Promise<readonly Webhook[]> {
  return (await webhooks(tenant).orderBy('id').execute()).map(toWebhook)
}

/** Returns the company's webhook of the id, or null; held until the transaction ends if it is to be changed. */
export async function findWebhook(tenant: Tenant, id: string, { isLocked = false } = {}): Promise<Webhook | null> {
  const row = await webhooks(tenant)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row === undefined ? null : toWebhook(row)
}

type New = WebhookForm & { readonly userId: UserId; readonly secret: string }

/** Stores a new webhook; returns its id. */
export async function insertWebhook(tenant: Tenant, vault: Vault, { name, url, isActive, topics, userId, secret }: New): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(tenant.tx)
  const id = rows[0]?.id ?? ''
  const sealed = vault.seal(secret, ownerOfWebhookSecret(tenant.companyId, id))
  await tenant.tx
    .insertInto('webhook')
    .values({ company_id: tenant.companyId, id, name, url, is_active: isActive, topics: [...topics], sealed, updated_by: userId })
    .execute()
  return id
}

/** What becomes of a webhook. */
export type WebhookChange = Partial<WebhookForm> & {
  readonly disabledBecause?: DisabledBecause | null
  readonly failsSince?: Date | null
  readonly lastOkOn?: Date
  readonly userId?: UserId
}

/** Changes the webhook; its version rises when a person did. */
export async function updateWebhook(tenant: Tenant, id: string, change: WebhookChange): Promise<void> {
  const { name, url, isActive, topics, disabledBecause, failsSince, lastOkOn, userId } = change
  await tenant.tx
    .updateTable('webhook')
    .set({
      ...(name !== undefined && { name }),
      ...(url !== undefined && { url }),
      ...(isActive !== undefined && { is_active: isActive }),
      ...(topics !== undefined && { topics: [...topics] }),
      ...(disabledBecause !== undefined && { disabled_because: disabledBecause }),
      ...(failsSince !== undefined && { fails_since: failsSince }),
      ...(lastOkOn !== undefined && { last_ok_on: lastOkOn }),
      ...(userId !== undefined && { updated_by: userId, version: sql<number>`version + 1` }),
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Gives the webhook another secret; the one before it signs, too, until the instant. */
export async function storeSecret(
  tenant: Tenant,
  vault: Vault,
  { id, sealed }: Pick<Webhook, 'id' | 'sealed'>,
  { secret, beforeUntil, userId }: { readonly secret: string; readonly beforeUntil: Date; readonly userId: UserId },
): Promise<void> {
  await tenant.tx
    .updateTable('webhook')
    .set({
      sealed: vault.seal(secret, ownerOfWebhookSecret(tenant.companyId, id)),
      sealed_before: sealed,
      before_until: beforeUntil,
      updated_by: userId,
      version: sql<number>`version + 1`,
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Removes the webhook with what waits for it, and from the rules that told it. */
export async function deleteWebhookRow(tenant: Tenant, id: string): Promise<void> {
  await sql`update notification_config set webhook_ids = array_remove(webhook_ids, ${id}::uuid)
    where company_id = ${tenant.companyId} and ${id}::uuid = any(webhook_ids)`.execute(tenant.tx)
  await tenant.tx.deleteFrom('webhook').where('company_id', '=', tenant.companyId).where('id', '=', id).execute()
}

/** Returns the secrets that messages are signed with now: two during a rotation. */
export function openSecrets(
  vault: Vault,
  companyId: CompanyId,
  { id, sealed, sealedBefore, beforeUntil }: Pick<Webhook, 'beforeUntil' | 'id' | 'sealed' | 'sealedBefore'>,
  now: number,
): readonly string[] {
  const isBoth = sealedBefore !== null && beforeUntil !== null && beforeUntil.getTime() > now
  return [sealed, ...(isBoth ? [sealedBefore] : [])].map((one) => vault.open(one, ownerOfWebhookSecret(companyId, id)))
}

/** Returns what a secret of the webhook is sealed for. */
export function ownerOfWebhookSecret(companyId: CompanyId, id: string): string {
  return `webhook/${companyId}/${id}`
}

function webhooks(tenant: Tenant) {
  return tenant.tx
    .selectFrom('webhook')
    .select([
      ...camelColumns('id', 'name', 'url', 'is_active', 'topics', 'disabled_because', 'fails_since', 'last_ok_on', 'version'),
      ...camelColumns('sealed', 'sealed_before', 'before_until'),
    ])
    .where('company_id', '=', tenant.companyId)
}

type Row = Awaited<ReturnType<ReturnType<typeof webhooks>['executeTakeFirstOrThrow']>>

function toWebhook({ disabledBecause, topics, ...row }: Row): Webhook {
  const told = WEBHOOK_TOPICS.filter((topic) => topics.includes(topic))
  return { ...row, topics: told, disabledBecause: disabledBecause === null ? null : oneOf(DISABLED_BECAUSE, disabledBecause) }
}
