import { z } from 'zod'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { defineJob } from '#server/jobs/defineJob.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { insertDelivery, settleDeliveries, takeQueuedEmails } from './delivery.store.ts'
import type { Delivery, QueuedEmail } from './delivery.store.ts'
import { clockOf, durationText } from './plainTimes.ts'

/** Writes one e-mail of all that a person is to be told by then. */
export const NOTIFICATION_EMAIL = defineJob({ kind: 'NOTIFICATION_EMAIL', scope: 'COMPANY', payload: z.strictObject({ userId: z.uuid() }) })

/** Queues an e-mail to somebody: those of one person and minute are one, so that a storm is one letter. */
export async function queueDelivery(tenant: Tenant, delivery: Delivery): Promise<void> {
  const at = Math.ceil(delivery.at / MINUTE_MS) * MINUTE_MS
  await insertDelivery(tenant, { ...delivery, at })
  const { userId } = delivery
  await enqueue(tenant, NOTIFICATION_EMAIL, { userId }, { singletonKey: `${userId}/${at / MINUTE_MS}`, startAfter: new Date(at) })
}

export type DeliveryDeps = { readonly publicUrl: string; readonly now?: () => number }
type JobDeps = DeliveryDeps & { readonly database: Pick<Database, 'inSystem'> }

/** Has e-mails of notifications written by jobs of this process. */
export function sendNotifications(jobs: Pick<Jobs, 'handle'>, deps: JobDeps): void {
  // Addresses of people are read by the system only.
  jobs.handle(NOTIFICATION_EMAIL, ({ userId }, { companyId }) =>
    deps.database.inSystem((tx) => emailNotifications({ companyId, tx }, asId<UserId>(userId), deps)),
  )
}

/**
 * Writes one e-mail to the person of what they were not told otherwise. What was seen, taken by somebody or is over by now is cancelled. In the transaction
 * that settles the deliveries, so none is written twice.
 */
export async function emailNotifications(tenant: Tenant, userId: UserId, { publicUrl, now = Date.now }: DeliveryDeps): Promise<void> {
  const at = now()
  const queued = await takeQueuedEmails(tenant, userId, at)
  const news = new Map(queued.filter((one) => one.isNews).map((one) => [one.notificationId, one]))
  const settled = new Date(at)
  const sent = queued.filter((one) => one.isNews).map(({ id }) => id)
  await settleDeliveries(tenant, sent, 'SENT', settled)
  await settleDeliveries(
    tenant,
    queued.filter((one) => !one.isNews).map(({ id }) => id),
    'CANCELLED',
    settled,
  )
  const [first, ...others] = news.values()
  if (first === undefined) return
  const { to, language } = first
  if (others.length === 0) {
    await queueEmail(tenant.tx, { to, language, kind: 'NOTIFICATION', params: { ...paramsOf(first, at), link: linkOf(publicUrl, first) } })
    return
  }
  const names = [...new Set([first, ...others].map((one) => one.workCenter))]
  const params = {
    count: String(others.length + 1),
    workCenters: names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES).join(', ')} …` : names.join(', '),
    link: `${publicUrl}/notifications`,
  }
  await queueEmail(tenant.tx, { to, language, kind: 'NOTIFICATIONS', params })
}

const MAX_NAMES = 5

function paramsOf({ type, workCenter, since, zone, params }: QueuedEmail, now: number) {
  return {
    type,
    workCenter,
    since: clockOf(since, zone, now),
    duration: durationText(now - since),
    status: params.status ?? '',
    value: percentText(params.value, params.target),
    target: percentText(params.target, params.value),
  }
}

/** Two figures that would look alike have as many decimals as show the difference. */
function percentText(value: number | null, other: number | null): string {
  if (value === null) return ''
  for (let digits = 1; digits < 6; digits++) {
    const text = value.toFixed(digits)
    if (other === null || value === other || text !== other.toFixed(digits)) return `${Number(text)} %`
  }
  return `${value} %`
}

function linkOf(publicUrl: string, { notificationId }: QueuedEmail): string {
  return `${publicUrl}/notifications?id=${notificationId}`
}
