import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isOn } from '#engine/extension/extension.ts'
import type { CompanyId } from '#engine/ids.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { isDeadEndpoint, signatureInput, webhookBody, webhookHeaders, webhookOutcome } from '#engine/webhook/webhook.ts'
import type { WebhookMessage } from '#engine/webhook/webhook.ts'
import { isOfDemo } from '#server/company/mayAsk.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { listChosenExtensions } from '#server/extension/extension.store.ts'
import { defineJob } from '#server/jobs/defineJob.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { OutboundFailure } from '#server/outbound/guardedFetch.ts'
import { tellDisabled } from './disabledWebhook.service.ts'
import {
  cancelMessages,
  cancelWhileOff,
  deleteOldMessages,
  insertMessages,
  leaseMessages,
  listLeft,
  nextMessageAt,
  settleMessage,
} from './webhookDelivery.store.ts'
import type { Answered, LeasedMessage, NewMessage, MessageTo } from './webhookDelivery.store.ts'
import { findWebhook, openSecrets, updateWebhook } from './webhook.store.ts'
import type { DisabledBecause, Webhook } from './webhook.store.ts'

/** Sends the messages that wait for a webhook. */
const WEBHOOK = defineJob({ kind: 'WEBHOOK', scope: 'COMPANY', payload: z.strictObject({ webhookId: z.uuid() }) })

/** So many at a time, and for so long in one job: then others have their turn. */
const AT_ONCE = 8
const TURN_MS = 30 * SECOND_MS
/** Longer than an answer may take: after a crash a message is sent again, with the same id. */
const LEASE_MS = MINUTE_MS
const MAX_ANSWER_BYTES = 64 * 1024
const LEFT_AFTER_MS = 30 * SECOND_MS
const DUE_EVERY_MS = 5 * SECOND_MS
const DELETED_AT_ONCE = 5000

export type WebhookDeps = {
  readonly database: Database
  readonly publicUrl: string
  readonly outbound: GuardedFetch
  readonly now?: () => number
}

/** Has webhooks sent by jobs of this process, looks each 5 s for what the database queued, and each minute for what was left. */
export function sendWebhooksByJobs(jobs: Pick<Jobs, 'every' | 'handle'>, deps: WebhookDeps): void {
  const { database, now = Date.now } = deps
  jobs.handle(WEBHOOK, ({ webhookId }, { companyId }) => sendWebhooks(deps, { companyId, webhookId }))
  jobs.every('WEBHOOKS_DUE', { next: (at) => at + DUE_EVERY_MS }, () => database.inSystem((tx) => enqueueDue(tx, now())))
  jobs.every('WEBHOOK_UPKEEP', { next: (at) => at + MINUTE_MS }, () => database.inSystem((tx) => lookAfterWebhooks(tx, now())))
}

/** Adds a job for each webhook with a message that is due: those of orders are queued by the database (domain.md IN-15). */
export async function enqueueDue(tx: Tenant['tx'], now: number): Promise<void> {
  for (const { companyId, webhookId } of await listLeft(tx, now))
    await enqueue({ companyId, tx }, WEBHOOK, { webhookId }, { singletonKey: `${webhookId}/due` })
}

/** A message waits so long for its company to have webhooks on again; what is told by then stands in the product anyway. */
const WAITS_WHILE_OFF_MS = 3 * DAY_MS

/** Adds a job for each webhook whose messages should have been sent by now, and cancels and deletes old ones. */
export async function lookAfterWebhooks(tx: Tenant['tx'], now: number): Promise<void> {
  for (const { companyId, webhookId } of await listLeft(tx, now - LEFT_AFTER_MS))
    await enqueue({ companyId, tx }, WEBHOOK, { webhookId }, { singletonKey: `${webhookId}/left` })
  await cancelWhileOff(tx, now - WAITS_WHILE_OFF_MS, { now, max: DELETED_AT_ONCE })
  await deleteOldMessages(tx, now, DELETED_AT_ONCE)
}

/** Queues the message for those of the webhooks that are switched on, in the caller's transaction. */
export async function queueWebhooks(tenant: Tenant, webhookIds: readonly string[], message: NewMessage, now: number): Promise<void> {
  await queueWebhookMessages(tenant, [{ webhookIds, message }], now)
}

/** Queues the messages in their order, each for those of its webhooks that are switched on, with one job a webhook, in the caller's transaction. */
export async function queueWebhookMessages(tenant: Tenant, messages: readonly MessageTo[], now: number): Promise<void> {
  const told = await insertMessages(tenant, messages, new Date(now))
  // In one order everywhere: two processes that add the same ones never wait for each other.
  for (const id of told.toSorted()) await enqueueAt(tenant, id, now)
}

async function enqueueAt(tenant: Tenant, webhookId: string, at: number): Promise<void> {
  const second = Math.ceil(at / SECOND_MS)
  await enqueue(tenant, WEBHOOK, { webhookId }, { singletonKey: `${webhookId}/${second}`, startAfter: new Date(second * SECOND_MS) })
}

type Place = { readonly companyId: CompanyId; readonly webhookId: string }

/**
 * Sends what waits for the webhook, signed, messages of one subject in their order; what it does not take is tried again later (domain.md AL-20). One that
 * answers 410, or took nothing for five days, is switched off, and administrators are told.
 */
export async function sendWebhooks(deps: WebhookDeps, { companyId, webhookId }: Place): Promise<void> {
  const { database, now = Date.now } = deps
  const inCompany = <Result>(work: (tenant: Tenant) => Promise<Result>) => database.inSystem((tx) => work({ companyId, tx }))
  // What waits while the company has webhooks off goes when it has them on again.
  if (!isOn('WEBHOOKS', await inCompany(listChosenExtensions))) return
  const isDemo = await isOfDemo(deps, companyId)
  const began = now()
  for (let hasMore = true; hasMore && now() - began < TURN_MS;) {
    const { webhook, messages } = await inCompany(async (tenant) => {
      const found = await findWebhook(tenant, webhookId)
      if (found === null) return { webhook: null, messages: [] }
      if (!found.isActive || isDemo) await cancelMessages(tenant, webhookId, new Date(now()))
      const at = now()
      return { webhook: found, messages: await leaseMessages(tenant, webhookId, { now: at, leasedUntil: at + LEASE_MS, max: AT_ONCE }) }
    })
    if (webhook === null) return
    const answers = await Promise.all(
      messages.map(async (message) => ({ message, answer: await sendMessage(deps, companyId, webhook, message) })),
    )
    await inCompany((tenant) => settle(tenant, webhook, answers, now()))
    hasMore = messages.length > 0
  }
  // In another second than this job's: one of its own key is not added while it runs.
  await inCompany(async (tenant) => {
    const next = await nextMessageAt(tenant, webhookId)
    if (next !== null) await enqueueAt(tenant, webhookId, Math.max(next, now() + SECOND_MS))
  })
}

function sendMessage(
  { publicUrl, ...deps }: WebhookDeps,
  companyId: CompanyId,
  webhook: Webhook,
  message: LeasedMessage,
): Promise<Answered> {
  const { id, type, occurredAt, data, link } = message
  return postWebhook(deps, companyId, webhook, { id, message: { type, at: occurredAt, data, link: `${publicUrl}${link}` } })
}

/** Returns what the endpoint answered to one signed message, or why there is no answer; it follows no redirect. */
export async function postWebhook(
  { database, outbound, now = Date.now }: Omit<WebhookDeps, 'publicUrl'>,
  companyId: CompanyId,
  webhook: Pick<Webhook, 'beforeUntil' | 'id' | 'sealed' | 'sealedBefore' | 'url'>,
  { id, message }: { readonly id: string; readonly message: WebhookMessage },
): Promise<Answered> {
  const attempt = { messageId: id, at: now(), body: webhookBody(message) }
  const signatures = openSecrets(database.vault, companyId, webhook, attempt.at).map((secret) =>
    signatureOf(secret, signatureInput(attempt)),
  )
  const headers = { 'content-type': 'application/json', ...webhookHeaders(attempt, signatures) }
  try {
    const { status } = await outbound({ url: webhook.url, method: 'POST', headers, body: attempt.body, maxBytes: MAX_ANSWER_BYTES })
    return { status, problem: null }
  } catch (error) {
    if (error instanceof OutboundFailure) return { status: null, problem: error.problem }
    throw error
  }
}

/** What stands before the key of a secret of Standard Webhooks. */
export const SECRET_PREFIX = 'whsec_'

function signatureOf(secret: string, input: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return createHmac('sha256', key).update(input).digest('base64')
}

type Told = { readonly message: LeasedMessage; readonly answer: Answered }

async function settle(tenant: Tenant, webhook: Webhook, told: readonly Told[], now: number): Promise<void> {
  const outcomes = told.map(({ message, answer }) => ({
    message,
    answer,
    outcome: webhookOutcome(answer.status, { tries: message.tries, now }),
  }))
  for (const { message, answer, outcome } of outcomes) {
    const then =
      outcome.outcome === 'RETRY'
        ? ({ state: 'QUEUED', dueAt: outcome.at } as const)
        : ({ state: outcome.outcome === 'DONE' ? 'SENT' : 'FAILED', at: now } as const)
    await settleMessage(tenant, message.id, answer, then)
  }
  if (outcomes.some(({ outcome }) => outcome.outcome === 'DISABLED')) return disable(tenant, webhook, 'GONE', now)
  if (outcomes.some(({ outcome }) => outcome.outcome === 'DONE'))
    return updateWebhook(tenant, webhook.id, { lastOkOn: new Date(now), failsSince: null })
  if (outcomes.length === 0) return
  const failsSince = webhook.failsSince ?? new Date(now)
  if (isDeadEndpoint(failsSince.getTime(), now)) return disable(tenant, webhook, 'DEAD', now)
  await updateWebhook(tenant, webhook.id, { failsSince })
}

async function disable(tenant: Tenant, webhook: Webhook, disabledBecause: DisabledBecause, now: number): Promise<void> {
  const current = await findWebhook(tenant, webhook.id, { isLocked: true })
  // What another address answered says nothing of the one that somebody typed meanwhile.
  if (current?.url !== webhook.url) return
  await updateWebhook(tenant, webhook.id, { isActive: false, disabledBecause })
  await cancelMessages(tenant, webhook.id, new Date(now))
  await tellDisabled(tenant, webhook)
}
