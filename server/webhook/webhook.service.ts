import { randomBytes, randomUUID } from 'node:crypto'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { problemOfWebhook, WEBHOOK_LIMITS } from '#engine/webhook/webhookForm.ts'
import type { WebhookForm } from '#engine/webhook/webhookForm.ts'
import type { ApiDeps } from '#server/apiDeps.ts'
import { audited } from '#server/company/audit.store.ts'
import { requireNoDemo, takeCheck } from '#server/company/mayAsk.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { postWebhook, SECRET_PREFIX } from './sendWebhooks.service.ts'
import { cancelMessages } from './webhookDelivery.store.ts'
import type { Answered } from './webhookDelivery.store.ts'
import { deleteWebhookRow, findWebhook, insertWebhook, listWebhooks, storeSecret, updateWebhook } from './webhook.store.ts'
import type { Webhook } from './webhook.store.ts'

type Deps = Pick<ApiDeps, 'config' | 'database' | 'now' | 'outbound'>
type Actor = { readonly companyId: CompanyId; readonly userId: UserId }

const SECRET_BYTES = 24
/** Both secrets sign for so long after a change. */
const ROTATION_MS = DAY_MS

export type SavedWebhook = {
  readonly webhook: Webhook
  /** Shown once; null = the one there is stays. */
  readonly secret: string | null
}

/**
 * Returns the webhook after it was stored, a new one with its secret. Refuses what `problemOfWebhook` finds, WEBHOOK_NOT_FOUND, TOO_MANY_WEBHOOKS, CONFLICT for a
 * version that is no longer stored, and DEMO_ACCOUNT for a company of the demo, which sends nothing.
 */
export async function saveWebhook(
  deps: Deps,
  actor: Actor,
  {
    id,
    version,
    topics,
    ...given
  }: Omit<WebhookForm, 'topics'> & {
    readonly id: string | null
    readonly version: number | null
    /** null = as they are. */
    readonly topics: WebhookForm['topics'] | null
  },
): Promise<SavedWebhook> {
  const entered = { ...given, name: given.name.trim(), url: given.url.trim() }
  const problem = problemOfWebhook(entered, { allowsPrivate: deps.config.webhookPrivate })
  if (problem !== null) throw new Refusal(problem)
  await requireNoDemo(deps, actor.companyId)
  return deps.database.inTenant(actor.companyId, async (tenant) => {
    if (id === null) {
      const form = { ...entered, topics: topics ?? [] }
      const { perCompany: max } = WEBHOOK_LIMITS
      if ((await listWebhooks(tenant)).length >= max) throw new Refusal({ code: 'TOO_MANY_WEBHOOKS', params: { max } })
      const secret = newSecret()
      const made = await insertWebhook(tenant, deps.database.vault, { ...form, userId: actor.userId, secret })
      await writeDown(tenant, { deps, actor, action: 'CREATE_WEBHOOK' }, null, form)
      return { webhook: await requireWebhook(tenant, made), secret }
    }
    const before = await requireWebhook(tenant, id, { isLocked: true })
    if (version !== null && version !== before.version) throw new Refusal({ code: 'CONFLICT', params: { version: before.version } })
    const form = { ...entered, topics: topics ?? before.topics }
    const isNew = (form.isActive && !before.isActive) || form.url !== before.url
    await updateWebhook(tenant, id, { ...form, userId: actor.userId, ...(isNew && { disabledBecause: null, failsSince: null }) })
    if (!form.isActive) await cancelMessages(tenant, id, new Date(deps.now()))
    await writeDown(tenant, { deps, actor, action: 'UPDATE_WEBHOOK' }, before, form)
    return { webhook: await requireWebhook(tenant, id), secret: null }
  })
}

/** Returns the webhook with a new secret; the one before it signs, too, for a day. */
export function rotateSecret(deps: Deps, actor: Actor, id: string): Promise<SavedWebhook> {
  return deps.database.inTenant(actor.companyId, async (tenant) => {
    const before = await requireWebhook(tenant, id, { isLocked: true })
    const secret = newSecret()
    const beforeUntil = new Date(deps.now() + ROTATION_MS)
    await storeSecret(tenant, deps.database.vault, before, { secret, beforeUntil, userId: actor.userId })
    await writeDown(tenant, { deps, actor, action: 'UPDATE_WEBHOOK', about: { secret: 'changed' } }, before, before)
    return { webhook: await requireWebhook(tenant, id), secret }
  })
}

/** Removes the webhook with what waits for it. Refuses WEBHOOK_NOT_FOUND. */
export function deleteWebhook(deps: Deps, actor: Actor, id: string): Promise<void> {
  return deps.database.inTenant(actor.companyId, async (tenant) => {
    const before = await requireWebhook(tenant, id, { isLocked: true })
    await deleteWebhookRow(tenant, id)
    await writeDown(tenant, { deps, actor, action: 'DELETE_WEBHOOK' }, before, null)
  })
}

/** Returns what the webhook answers to a message that says it is a test; refuses WEBHOOK_NOT_FOUND, DEMO_ACCOUNT and TOO_MANY_REQUESTS. */
export async function testWebhook(deps: Deps, { companyId }: Actor, id: string): Promise<Answered> {
  await requireNoDemo(deps, companyId)
  const now = deps.now()
  const webhook = await deps.database.inTenant(companyId, (tenant) => requireWebhook(tenant, id))
  takeCheck(deps, companyId, now)
  const message = {
    type: 'webhook.test',
    at: now,
    data: { text: 'Messages of Trueline arrive here.' },
    link: `${deps.config.publicUrl}/notifications?tab=webhooks`,
  }
  return await postWebhook(deps, companyId, webhook, { id: randomUUID(), message })
}

async function requireWebhook(tenant: Tenant, id: string, options?: { readonly isLocked: boolean }): Promise<Webhook> {
  const webhook = await findWebhook(tenant, id, options)
  if (webhook === null) throw new Refusal({ code: 'WEBHOOK_NOT_FOUND', params: { id } })
  return webhook
}

function newSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

type Written = {
  readonly deps: Deps
  readonly actor: Actor
  readonly action: 'CREATE_WEBHOOK' | 'DELETE_WEBHOOK' | 'UPDATE_WEBHOOK'
  readonly about?: { readonly secret: string }
}

async function writeDown(
  tenant: Tenant,
  { deps, actor, action, about }: Written,
  before: WebhookForm | null,
  after: WebhookForm | null,
): Promise<void> {
  const subject = `webhook ${(after ?? before)?.name ?? ''}`
  const entry = { userId: actor.userId, at: new Date(deps.now()), action, subject, ...(about && { about, isAlways: true }) }
  await audited(tenant, entry, before && saidOf(before), after && saidOf(after))
}

/** The path of an address may hold a key. */
function saidOf({ name, url, isActive, topics }: WebhookForm) {
  return { name, host: new URL(url).host, isActive, topics }
}
