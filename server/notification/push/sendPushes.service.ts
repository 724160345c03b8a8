import { z } from 'zod'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { topicOf } from '#engine/notification/channel/topic.ts'
import { isUnheard, pushOf, pushOutcome } from '#engine/notification/channel/push.ts'
import type { Push, PushOutcome } from '#engine/notification/channel/push.ts'
import type { BrowserSubscription } from '#engine/notification/channel/pushEndpoint.ts'
import { isNamedOrigin } from '#engine/notification/channel/pushEndpoint.ts'
import { afterMessage, goesOutAt, isWithinCap, SOUND_CAP } from '#engine/notification/gathering.ts'
import type { Listening } from '#engine/notification/messages.ts'
import { worseOf } from '#engine/notification/notificationType.ts'
import type { Severity } from '#engine/notification/notificationType.ts'
import { heldUntil } from '#engine/notification/preference.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { defineJob } from '#server/jobs/defineJob.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Logger } from '#server/log.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { emailInstead } from '../delivery.service.ts'
import { groupsOf } from '../messageContent.ts'
import { batteriesOf, withBatteries, withPersonDetails } from '../toldToPerson.service.ts'
import type { MessageGroup } from '../messageContent.ts'
import { findListening } from '../people.store.ts'
import { noteHeld } from '../receipt.store.ts'
import * as store from './pushDelivery.store.ts'
import type { QueuedPush } from './pushDelivery.store.ts'
import type { NewDelivery, Wake } from '../delivery.store.ts'
import { answeringOf } from './pushAnswering.service.ts'
import { pushText, withdrawnText } from './pushText.ts'
import { deleteGone, noteTaken, openSubscription } from './subscription.store.ts'
import { pushKeys, pushRequest } from './webPush.ts'

/** Sends the messages that wait for a person, as one. */
export const NOTIFICATION_PUSH = defineJob({ kind: 'NOTIFICATION_PUSH', scope: 'COMPANY', payload: z.strictObject({ userId: z.uuid() }) })

/** Nobody needs to hear of it any more after so long. */
const USEFUL_MS = 4 * HOUR_MS
/** While it is being sent nobody else sends it; after a crash it is sent again, and replaces the first on the phone. */
const LEASE_MS = MINUTE_MS

/** What is sent in time is not looked for. */
const LEFT_AFTER_MS = 5 * SECOND_MS

export type PushDeps = {
  readonly database: Pick<Database, 'inSystem' | 'inTenant' | 'vault'>
  readonly publicUrl: string
  readonly pushHosts: readonly string[]
  /** Asks push services that are public; `named` those that the installation names with their origin. */
  readonly outbound: { readonly open: GuardedFetch; readonly named: GuardedFetch }
  readonly readSamples: SampleReader
  readonly log: Logger
  readonly now?: () => number
}

/** Has push messages sent by jobs of this process. */
export function sendPushesByJobs(jobs: Pick<Jobs, 'handle'>, deps: PushDeps): void {
  jobs.handle(NOTIFICATION_PUSH, ({ userId }, { companyId }) => sendPushes(deps, { companyId, userId: asId<UserId>(userId) }))
}

/** Queues messages to the devices of people, in the caller's transaction; returns for whom jobs must be added, and when: of who has a device. */
export async function queuePushes(tenant: Tenant, pushes: readonly NewDelivery[], queuedAt: number): Promise<readonly Wake[]> {
  const queued = await store.insertPushes(tenant, pushes, queuedAt)
  return queued.map(({ userId, at }) => ({ userId, at: wholeSecond(at) }))
}

/** Queues that the notifications did not happen, to the devices that show them, in the caller's transaction; returns for whom jobs must be added. */
export async function queueWithdrawals(tenant: Tenant, notificationIds: readonly string[], now: number): Promise<readonly Wake[]> {
  const shown = notificationIds.map((notificationId) => ({ notificationId, tag: topicOf(notificationId) }))
  const people = await store.insertWithdrawals(tenant, shown, now)
  return people.map((userId) => ({ userId, at: wholeSecond(now) }))
}

/** Has messages looked at that wait for the end of quiet hours or of a pause: what the person wants to hear has changed. */
export async function releaseHeldPushes(tenant: Tenant, userId: UserId, now: number): Promise<void> {
  if (await store.releasePushes(tenant, userId, now)) await addPushJob(tenant, userId, now)
}

/** Adds a job for each person with a message that should have been sent by now: its own ended while the message was written, or failed for good. */
export async function enqueueLeftPushes(tx: Tenant['tx'], now: number): Promise<void> {
  for (const { companyId, userId } of await store.listLeftPushes(tx, now - LEFT_AFTER_MS))
    await enqueue({ companyId, tx }, NOTIFICATION_PUSH, { userId }, { singletonKey: `${userId}/left` })
}

/** Adds the job that sends what waits for the person then: one for each second. */
export async function addPushJob(tenant: Tenant, userId: UserId, at: number): Promise<void> {
  const startAfter = wholeSecond(at)
  const options = { singletonKey: `${userId}/${startAfter / SECOND_MS}`, startAfter: new Date(startAfter) }
  await enqueue(tenant, NOTIFICATION_PUSH, { userId }, options)
}

function wholeSecond(at: number): number {
  return Math.ceil(at / SECOND_MS) * SECOND_MS
}

type Listener = { readonly companyId: CompanyId; readonly userId: UserId }
type Chosen = {
  readonly rows: readonly QueuedPush[]
  readonly withheld: number
  readonly severity: Severity
  readonly groups: readonly MessageGroup[]
  /** What did not happen and stands on devices. */
  readonly withdrawn: readonly QueuedPush[]
}

/**
 * Sends what waits for the person as one message to each of their devices: at once or at the end of the window since the last one, at most six in ten minutes
 * (domain.md AL-11, AL-12). What was seen, taken or is over by now is not sent.
 */
export async function sendPushes(deps: PushDeps, listener: Listener): Promise<void> {
  const { database, now = Date.now } = deps
  const inCompany = <Result>(work: (tenant: Tenant) => Promise<Result>) =>
    database.inSystem((tx) => work({ companyId: listener.companyId, tx }))
  const chosen = await inCompany((tenant) => choose(tenant, listener.userId, now()))
  if (chosen.rows.length === 0 && chosen.withdrawn.length === 0) {
    await inCompany((tenant) => again(tenant, listener.userId, now()))
    return
  }
  const low = chosen.rows.filter(({ type }) => type === 'BATTERY_LOW').map(({ workCenterId }) => workCenterId)
  const rows = withBatteries(chosen.rows, await batteriesOf({ ...deps, companyId: listener.companyId, now: now() }, low))
  // What did not happen replaces each message by itself.
  const parts = [...Map.groupBy(rows, ({ subscriptionId }) => subscriptionId).values(), ...chosen.withdrawn.map((one) => [one])]
  const answers = await Promise.all(
    parts.map(async (rows) => ({
      subscriptionId: rows[0]?.subscriptionId ?? '',
      rows,
      answer: await sendOne(deps, listener, { ...chosen, rows }),
    })),
  )
  await inCompany(async (tenant) => {
    const at = now()
    for (const { rows, answer } of answers) await settle(tenant, rows, answer, at)
    const taken = answers.filter(({ answer }) => answer.outcome.outcome === 'SENT')
    await noteTaken(
      tenant,
      taken.map(({ subscriptionId }) => subscriptionId),
      new Date(at),
    )
    const gone = answers.filter(({ answer }) => answer.outcome.outcome === 'GONE')
    await deleteGone(
      tenant,
      gone.map(({ subscriptionId }) => subscriptionId),
    )
    if (chosen.rows.length > 0 && isUnheard(answers.map(({ answer }) => answer.outcome)))
      await emailInstead(tenant, listener.userId, chosen.rows, at)
    await again(tenant, listener.userId, at)
  })
}

/** Returns what goes out now, leased; the rest waits, is held back, or is of no use any more. */
async function choose(tenant: Tenant, userId: UserId, now: number): Promise<Chosen> {
  const nothing: Chosen = { rows: [], withheld: 0, severity: 'INFO', groups: [], withdrawn: [] }
  const queued = await store.takeQueuedPushes(tenant, userId, now)
  const idsOf = (rows: readonly QueuedPush[]) => rows.map(({ id }) => id)
  await store.settlePushes(tenant, idsOf(queued.filter(({ isNews }) => !isNews)), { state: 'CANCELLED', at: now })
  // It makes no sound: neither quiet hours nor the cap hold it.
  const withdrawn = queued.filter(({ isNews, step }) => isNews && step === store.WITHDRAWN_STEP)
  await store.postponePushes(tenant, idsOf(withdrawn), now + LEASE_MS, true)
  const listening = await findListening(tenant, userId)
  const news = await notHeld(
    tenant,
    userId,
    queued.filter(({ isNews, step }) => isNews && step !== store.WITHDRAWN_STEP),
    { listening, now },
  )
  const severity = news.reduce<Severity>((worst, one) => worseOf(worst, one.severity), 'INFO')
  const retried = news.filter(({ tries }) => tries > 0)
  const fresh = news.filter(({ tries }) => tries === 0)
  if (news.length === 0) return { ...nothing, withdrawn }
  if (fresh.length === 0) {
    await store.postponePushes(tenant, idsOf(retried), now + LEASE_MS, true)
    return { ...nothing, rows: await withPersonDetails(tenant, userId, retried), severity, withdrawn }
  }
  const pace = await store.lockPace(tenant, userId)
  const waitsSince = Math.min(...fresh.map(({ queuedAt }) => queuedAt))
  const outAt = goesOutAt(pace, { at: waitsSince, severity })
  if (outAt > now) {
    await store.postponePushes(tenant, idsOf(fresh), outAt)
    return { ...nothing, withdrawn }
  }
  if (!isWithinCap(pace.sounds, { at: now, severity })) {
    await store.settlePushes(tenant, idsOf(fresh), { state: 'WITHHELD', at: now })
    const notificationIds = [...new Set(fresh.map(({ notificationId }) => notificationId))]
    await noteHeld(tenant, userId, notificationIds, 'CAP')
    await store.storePace(tenant, userId, { ...pace, withheld: pace.withheld + notificationIds.length })
    return { ...nothing, withdrawn }
  }
  const hasWaited = outAt > waitsSince
  const sounds = severity === 'URGENT' ? pace.sounds : [...pace.sounds, now].slice(-SOUND_CAP.sounds)
  await store.storePace(tenant, userId, { ...afterMessage(pace, { at: now, hasWaited }), sounds, withheld: 0 })
  await store.postponePushes(tenant, idsOf(news), now + LEASE_MS, true)
  const rows = await withPersonDetails(tenant, userId, news)
  return { rows, withheld: pace.withheld, severity, groups: await groupsOf(tenant, userId, news, now), withdrawn }
}

/** Quiet hours or a pause may have begun since it was queued: what they hold waits for their end. */
async function notHeld(
  tenant: Tenant,
  userId: UserId,
  news: readonly QueuedPush[],
  { listening, now }: { readonly listening: Listening | null; readonly now: number },
): Promise<readonly QueuedPush[]> {
  if (listening === null) return news
  const { preference, zone } = listening
  const open: QueuedPush[] = []
  for (const one of news) {
    const held = heldUntil(preference, { zone, severity: one.severity, now })
    if (held === null) open.push(one)
    else {
      await store.postponePushes(tenant, [one.id], held.until)
      await noteHeld(tenant, userId, [one.notificationId], held.by)
    }
  }
  return open
}

type Answer = { readonly outcome: PushOutcome; readonly status: number | null; readonly tag?: string }

/** Sends one message to one device. */
async function sendOne(deps: PushDeps, { companyId, userId }: Listener, chosen: Chosen): Promise<Answer> {
  const { database, log, now = Date.now } = deps
  const [first] = chosen.rows
  if (first === undefined) return { outcome: { outcome: 'EXPIRED' }, status: null }
  const usefulUntil = chosen.rows.reduce((latest, { queuedAt, dueAt }) => Math.max(latest, queuedAt, dueAt - LEASE_MS), 0) + USEFUL_MS
  const notifications = new Set(chosen.rows.map(({ notificationId }) => notificationId))
  const isWithdrawn = first.step === store.WITHDRAWN_STEP
  if (usefulUntil <= now()) return { outcome: { outcome: 'EXPIRED' }, status: null }
  const subscription = openSubscription(database.vault, companyId, first)
  const tries = first.tries + 1
  if (subscription === null) {
    // They may be sealed with another key until this process is started with it (operations.md).
    log.error({ subscription: first.subscriptionId }, 'the keys of a browser cannot be read')
    return { outcome: pushOutcome({ status: null, retryAfterMs: null }, { tries, now: now(), usefulUntil }), status: null }
  }
  // Before the message leaves: whoever is quick finds it.
  const asked = { companyId, userId, rows: chosen.rows, now: now(), expiresAt: usefulUntil + USEFUL_MS }
  const answering = isWithdrawn ? null : await answeringOf(database, asked)
  const place = { publicUrl: deps.publicUrl, companyId, now: now() }
  const message = pushOf(
    isWithdrawn ? withdrawnText(first, place) : pushText(chosen.rows, { ...place, groups: chosen.groups, withheld: chosen.withheld }),
    {
      // Messages of several replace each other, one of a single notification the earlier one of it.
      id: notifications.size > 1 ? userId : first.notificationId,
      event: isWithdrawn ? 'RETRACTED' : first.step > 0 ? 'UPDATED' : 'FIRED',
      severity: chosen.severity,
      isWorse: true,
      usefulUntil,
      now: now(),
      answering,
    },
  )
  if (message === null) return { outcome: { outcome: 'EXPIRED' }, status: null }
  const judge = (answer: Awaited<ReturnType<typeof handOver>>) => pushOutcome(answer, { tries, now: now(), usefulUntil })
  let answer = await handOver(deps, subscription, message)
  if (judge(answer).outcome === 'SHORTEN') answer = await handOver(deps, subscription, withoutLine(message))
  const outcome = judge(answer)
  if (outcome.outcome === 'REFUSED')
    log.error({ status: answer.status, host: new URL(subscription.endpoint).host }, 'a push service refuses our keys')
  return { outcome, status: answer.status, tag: message.topic }
}

/** Returns what the push service of a device answered to the message; no status = it did not. */
export async function handOver(deps: PushDeps, subscription: BrowserSubscription, message: Push) {
  const { database, publicUrl, pushHosts, outbound } = deps
  const keys = await pushKeys(database)
  const ask = isNamedOrigin(subscription.endpoint, pushHosts) ? outbound.named : outbound.open
  try {
    const { status, headers } = await ask(pushRequest(subscription, message, { keys, publicUrl }))
    const seconds = Number(headers['retry-after'])
    return { status, retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * SECOND_MS, USEFUL_MS) : null }
  } catch {
    return { status: null, retryAfterMs: null }
  }
}

function withoutLine(message: Push): Push {
  const said: unknown = JSON.parse(message.payload)
  return { ...message, payload: JSON.stringify({ ...z.record(z.string(), z.unknown()).parse(said), line: '' }) }
}

async function settle(tenant: Tenant, rows: readonly QueuedPush[], { outcome, status, tag }: Answer, at: number): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (outcome.outcome === 'RETRY') return store.retryPushes(tenant, ids, outcome.at)
  // Rows of a device that is gone go with it.
  const state = outcome.outcome === 'SENT' || outcome.outcome === 'EXPIRED' ? outcome.outcome : 'FAILED'
  await store.settlePushes(tenant, ids, { state, at, status, ...(state === 'SENT' && tag !== undefined && { tag }) })
}

/** In another second than this job's: one of its own key is not added while it runs. */
async function again(tenant: Tenant, userId: UserId, now: number): Promise<void> {
  const next = await store.nextPushAt(tenant, userId)
  if (next !== null) await addPushJob(tenant, userId, Math.max(next.getTime(), now + SECOND_MS))
}
