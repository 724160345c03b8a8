import { z } from 'zod'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { emailDueAt } from '#engine/notification/channel/emailDueAt.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import { heldUntil } from '#engine/notification/preference.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { isLanguage } from '#engine/user/language.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { defineJob } from '#server/jobs/defineJob.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Logger } from '#server/log.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import {
  hastenEmails,
  insertDeliveries,
  listLowBatteries,
  listWaitingEmails,
  postponeDeliveries,
  settleDeliveries,
  takeQueuedEmails,
} from './delivery.store.ts'
import type { NewDelivery, QueuedEmail, Wake } from './delivery.store.ts'
import type { Unsubscribing } from '#server/mail/unsubscribe.ts'
import { listKey, NOTIFICATION_LIST } from './mailingList.service.ts'
import { groupsOf, messageContent } from './messageContent.ts'
import { findListening, findPreference } from './people.store.ts'
import { noteHeld } from './receipt.store.ts'
import { batteriesOf, withBatteries, withPersonDetails } from './toldToPerson.service.ts'

/** Writes one e-mail of all that a person is to be told by then. */
export const NOTIFICATION_EMAIL = defineJob({ kind: 'NOTIFICATION_EMAIL', scope: 'COMPANY', payload: z.strictObject({ userId: z.uuid() }) })

/** Queues e-mails to people; returns for whom jobs must be added, and when. Those of one person and minute are one, so that a storm is one e-mail. */
export async function queueDeliveries(tenant: Tenant, deliveries: readonly NewDelivery[], queuedAt: number): Promise<readonly Wake[]> {
  const due = deliveries.map((delivery) => ({ ...delivery, at: wholeMinute(delivery.at) }))
  await insertDeliveries(tenant, due, queuedAt)
  return due.map(({ userId, at }) => ({ userId, at }))
}

/**
 * Has e-mails looked at that wait for the end of quiet hours or of a pause: what the person wants to hear has changed. None goes before it has waited for
 * somebody to see it elsewhere.
 */
export async function releaseHeldEmails(tenant: Tenant, userId: UserId, now: number): Promise<void> {
  const waiting = await listWaitingEmails(tenant, userId, now)
  const sooner = waiting.flatMap(({ id, queuedAt, dueAt }) => {
    const at = Math.max(wholeMinute(now), wholeMinute(emailDueAt({ toldAt: queuedAt, heldUntil: null, isUnheard: false })))
    return at < dueAt ? [{ id, at }] : []
  })
  for (const [at, mails] of Map.groupBy(sooner, (one) => one.at)) {
    await postponeDeliveries(
      tenant,
      mails.map(({ id }) => id),
      new Date(at),
    )
    await addEmailJob(tenant, userId, at)
  }
}

function wholeMinute(at: number): number {
  return Math.ceil(at / MINUTE_MS) * MINUTE_MS
}

/** Adds the job that writes what waits for the person then: one for each minute. */
export async function addEmailJob(tenant: Tenant, userId: UserId, at: number): Promise<void> {
  await enqueue(tenant, NOTIFICATION_EMAIL, { userId }, { singletonKey: `${userId}/${at / MINUTE_MS}`, startAfter: new Date(at) })
}

/** Something that no device took; `queuedAt`, ms UTC: what was seen or taken since then is not told. */
export type Unheard = Pick<NewDelivery, 'notificationId' | 'step'> & { readonly type: NotificationType; readonly queuedAt: number }

/**
 * Has e-mails written at once, in the caller's transaction, of what no device of the person took: those that wait, and new ones where the person is sent e-mails
 * of graver ones alone; never where they want none of the type (domain.md AL-15).
 */
export async function emailInstead(tenant: Tenant, userId: UserId, unheard: readonly Unheard[], at: number): Promise<void> {
  const { emails } = await findPreference(tenant, userId)
  const wanted = unheard.filter(({ type }) => emails[type] !== 'NEVER')
  for (const [queuedAt, own] of Map.groupBy(wanted, (one) => one.queuedAt))
    await insertDeliveries(
      tenant,
      own.map(({ notificationId, step }) => ({ notificationId, step, userId, at })),
      queuedAt,
    )
  const notificationIds = unheard.map(({ notificationId }) => notificationId)
  const isHastened = await hastenEmails(tenant, userId, notificationIds, new Date(at))
  if (wanted.length > 0 || isHastened) await enqueue(tenant, NOTIFICATION_EMAIL, { userId }, { singletonKey: `${userId}/now/${at}` })
}

type Batteries = Awaited<ReturnType<typeof batteriesOf>>
export type DeliveryDeps = { readonly publicUrl: string; readonly emailLinks: Pick<Unsubscribing, 'linkOf'>; readonly now?: () => number }
type JobDeps = DeliveryDeps & { readonly database: Pick<Database, 'inSystem'>; readonly readSamples: SampleReader; readonly log: Logger }

/** Has e-mails of notifications written by jobs of this process. */
export function sendNotifications(jobs: Pick<Jobs, 'handle'>, deps: JobDeps): void {
  jobs.handle(NOTIFICATION_EMAIL, ({ userId }, { companyId }) => writeEmail(deps, companyId, asId<UserId>(userId)))
}

/** Writes the e-mail of the person, with what is read before the transaction that writes it: how long low batteries last. */
export async function writeEmail(deps: JobDeps, companyId: CompanyId, userId: UserId): Promise<void> {
  const { database, readSamples, log, now = Date.now } = deps
  const at = now()
  // Addresses of people are read by the system only.
  const low = await database.inSystem((tx) => listLowBatteries({ companyId, tx }, userId, at))
  const batteries = await batteriesOf({ database, readSamples, companyId, now: at, log }, low)
  await database.inSystem((tx) => emailNotifications({ companyId, tx }, userId, { ...deps, batteries }))
}

/**
 * Writes one e-mail to the person of what they were not told otherwise. What was seen, taken by somebody or is over by now is cancelled; what lies in quiet
 * hours or a pause by now waits for their end (domain.md AL-13). In the transaction that settles the deliveries, so none is written twice.
 */
export async function emailNotifications(
  tenant: Tenant,
  userId: UserId,
  { publicUrl, emailLinks, now = Date.now, batteries = new Map() }: DeliveryDeps & { readonly batteries?: Batteries },
): Promise<void> {
  const at = now()
  const queued = await takeQueuedEmails(tenant, userId, at)
  const open = await notHeld(
    tenant,
    userId,
    queued.filter((one) => one.isNews),
    at,
  )
  const details = withBatteries(await withPersonDetails(tenant, userId, open), batteries)
  const news = new Map(details.map((one) => [one.notificationId, one]))
  const settled = new Date(at)
  await settleDeliveries(
    tenant,
    open.map(({ id }) => id),
    'SENT',
    settled,
  )
  await settleDeliveries(
    tenant,
    queued.filter((one) => !one.isNews).map(({ id }) => id),
    'CANCELLED',
    settled,
  )
  const [first, ...others] = news.values()
  if (first === undefined) return
  const { to, language } = first
  const said = [first, ...others] as const
  const groups = await groupsOf(tenant, userId, said, at)
  const linkOf = (one: { readonly notificationId: string } | null) =>
    `${publicUrl}/notifications${one === null ? '' : `?id=${one.notificationId}`}`
  await queueEmail(tenant.tx, {
    to,
    language,
    ...messageContent(said, { language: isLanguage(language) ? language : 'en', groups, withheld: 0, now: at, linkOf }),
    threads: said.map(({ notificationId }) => `notification-${notificationId}`),
    unsubscribeUrl: emailLinks.linkOf({
      list: NOTIFICATION_LIST,
      companyId: tenant.companyId,
      key: listKey(said.map(({ type }) => type)),
      userId,
    }),
  })
}

/** Puts those off that quiet hours or a pause hold; returns the others. */
async function notHeld(tenant: Tenant, userId: UserId, news: readonly QueuedEmail[], now: number): Promise<readonly QueuedEmail[]> {
  const listening = news.length === 0 ? null : await findListening(tenant, userId)
  if (listening === null) return news
  const { preference, zone } = listening
  const open: QueuedEmail[] = []
  for (const one of news) {
    const held = heldUntil(preference, { zone, severity: one.severity, now })
    if (held === null) open.push(one)
    else {
      const until = wholeMinute(held.until)
      await postponeDeliveries(tenant, [one.id], new Date(until))
      await noteHeld(tenant, userId, [one.notificationId], held.by)
      await addEmailJob(tenant, userId, until)
    }
  }
  return open
}
