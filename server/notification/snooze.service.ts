import { z } from 'zod'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { emailDueAt } from '#engine/notification/channel/emailDueAt.ts'
import { heldUntil, wantsEmail, wantsPush } from '#engine/notification/preference.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { defineJob } from '#server/jobs/defineJob.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addEmailJob, queueDeliveries } from './delivery.service.ts'
import { findListening } from './people.store.ts'
import { addPushJob, queuePushes } from './push/sendPushes.service.ts'
import { endSnooze, listPutOff, noteHeld } from './receipt.store.ts'

/** Tells a person again what they put off until then. */
export const NOTIFICATION_SNOOZE = defineJob({
  kind: 'NOTIFICATION_SNOOZE',
  scope: 'COMPANY',
  payload: z.strictObject({ userId: z.uuid(), notificationId: z.uuid(), until: z.int() }),
})

type RemindDeps = { readonly database: Pick<Database, 'inSystem'>; readonly now?: () => number }

/** Steps from here on are reminders: no rule has so many. */
const FIRST_REMINDER = 100

export type Snoozed = { readonly userId: UserId; readonly notificationId: string; readonly until: number }

/** Adds the job that tells the person again, in the transaction in which they put it off. */
export async function addSnoozeJob(tenant: Tenant, { userId, notificationId, until }: Snoozed): Promise<void> {
  const options = { singletonKey: `${userId}/${notificationId}/${until}`, startAfter: new Date(until) }
  await enqueue(tenant, NOTIFICATION_SNOOZE, { userId, notificationId, until }, options)
}

/** Adds the jobs that are missing of what is put off, at the start: what was put off by a version that added none is told again, too. */
export async function addLeftSnoozeJobs({ database, now = Date.now }: RemindDeps): Promise<void> {
  await database.inSystem(async (tx) => {
    for (const { companyId, ...snoozed } of await listPutOff(tx, now())) await addSnoozeJob({ companyId, tx }, snoozed)
  })
}

/** Has people told again by jobs of this process. */
export function remindOfSnoozed(jobs: Pick<Jobs, 'handle'>, { database, now = Date.now }: RemindDeps): void {
  jobs.handle(NOTIFICATION_SNOOZE, ({ userId, notificationId, until }, { companyId }) =>
    database.inSystem((tx) => remind({ companyId, tx }, { userId: asId<UserId>(userId), notificationId, until }, now())),
  )
}

/**
 * Makes the notification unread for the person again and queues what they are sent, if it goes on and was not put off anew; what somebody else takes care of
 * stands in the inbox alone (domain.md AL-14). In a transaction of the system.
 */
export async function remind(tenant: Tenant, snoozed: Snoozed, now: number): Promise<void> {
  const { userId, notificationId } = snoozed
  const told = await endSnooze(tenant, snoozed)
  if (told === null) return
  await notifyRecordsChanged(tenant, [{ workCenterId: null, kinds: ['notification'], from: 0, to: null }])
  const listening = await findListening(tenant, userId)
  const isTaken = told.acknowledgedBy !== null && told.acknowledgedBy !== userId
  if (listening === null || isTaken || tenant.companyId === DEMO_COMPANY_ID) return
  const { preference, zone } = listening
  const held = heldUntil(preference, { zone, severity: told.severity, now })
  if (held !== null) await noteHeld(tenant, userId, [notificationId], held.by)
  const of = { notificationId, userId, step: FIRST_REMINDER + told.reminded }
  if (wantsPush(preference, told)) {
    const pushes = await queuePushes(tenant, [{ ...of, at: held?.until ?? now }], now)
    for (const { at } of pushes) await addPushJob(tenant, userId, at)
  }
  if (wantsEmail(preference, told)) {
    const at = emailDueAt({ toldAt: now, heldUntil: held?.until ?? null, isUnheard: false })
    for (const due of await queueDeliveries(tenant, [{ ...of, at }], now)) await addEmailJob(tenant, userId, due.at)
  }
}
