import type { CompanyId, UserId } from '#engine/ids.ts'
import { problemOfQuiet } from '#engine/notification/preference.ts'
import type { Preference } from '#engine/notification/preference.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { nameIn } from '#server/loss/checkTranslations.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { Refusal } from '#server/refusal.ts'
import { placesOfActor, requireActor, sayerOf } from '#server/user/acting.ts'
import type { Actor } from '#server/user/acting.ts'
import { findInboxItem, listFree, storeAcknowledgements } from './inbox.store.ts'
import type { InboxItem, Reader } from './inbox.store.ts'
import { releaseHeldEmails } from './delivery.service.ts'
import { markWorkCenters } from './mark.store.ts'
import { lockPreference, storePreference } from './people.store.ts'
import { releaseHeldPushes } from './push/sendPushes.service.ts'
import type { NamedIn } from './toldDetails.store.ts'
import { changeReceipts } from './receipt.store.ts'
import type { ReceiptChange } from './receipt.store.ts'
import { addSnoozeJob } from './snooze.service.ts'

export type InboxDeps = { readonly database: Pick<Database, 'inTenant'>; readonly now: () => number }
export type PreferenceActor = { readonly companyId: CompanyId; readonly userId: UserId }
export type InboxActor = Reader & { readonly companyId: CompanyId }
/** Whoever takes care of it: the copies are those of the account, at a station the word is that of the person who works there. */
export type InboxTaker = InboxActor & Actor

const COMMENT_MAX_LENGTH = 1000
const MAX_SNOOZE_DAYS = 31
const MAX_AT_ONCE = 1000

/**
 * Returns the notification that the person takes care of; nobody else is told of it until its time for that is over. One that was taken before, or is over,
 * stays as it is. Refuses NOTIFICATION_NOT_FOUND, LENGTH_OUT_OF_RANGE, and who may not act at the station (domain.md S-37).
 */
export function acknowledge(
  deps: InboxDeps,
  actor: InboxTaker,
  { id, comment }: { readonly id: string; readonly comment: string | null },
): Promise<InboxItem> {
  const said = comment?.trim() || null
  if (said !== null && said.length > COMMENT_MAX_LENGTH)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'comment', params: { min: 0, max: COMMENT_MAX_LENGTH } })
  return deps.database.inTenant(actor.companyId, async (tenant) => {
    const at = deps.now()
    const { workCenterId, state, acknowledgedAt } = await requireItem(tenant, actor, id)
    await requireActor(tenant, actor, [workCenterId])
    // When the next step is told changes. Marked before the row is changed, as the evaluation holds them: none waits for the other in a ring.
    if (state === 'OPEN' && acknowledgedAt === null)
      await markWorkCenters(tenant.tx, [{ companyId: actor.companyId, workCenterId, fromAt: at, isAlways: true }], at)
    await storeAcknowledgements(tenant, [{ id }], { userId: sayerOf(actor).userId, at, comment: said })
    await changeReceipts(tenant, actor.userId, [id], { readAt: at })
    await tell(tenant)
    return requireItem(tenant, actor, id)
  })
}

/** Notes that the person takes care of these, as far as they go on, nobody does yet and, at a station, the person who works there is assigned to their work centers (domain.md AL-10); returns how many they took. Refuses as `acknowledge` does where that is none of them, and VALUE_OUT_OF_RANGE for more than a thousand. */
export function acknowledgeMany(deps: InboxDeps, actor: InboxTaker, ids: readonly string[]): Promise<number> {
  checkNumber(ids)
  return deps.database.inTenant(actor.companyId, async (tenant) => {
    const at = deps.now()
    const found = await listFree(tenant, actor, ids)
    if (found.length === 0) return 0
    const asked = found.map(({ workCenterId }) => workCenterId)
    const own = await placesOfActor(tenant, actor, asked)
    await requireActor(tenant, actor, own.length === 0 ? asked : own)
    const free = found.filter(({ workCenterId }) => own.includes(workCenterId))
    const marks = free.map(({ workCenterId }) => ({ companyId: actor.companyId, workCenterId, fromAt: at, isAlways: true }))
    await markWorkCenters(tenant.tx, marks, at)
    const taken = await storeAcknowledgements(tenant, free, { userId: sayerOf(actor).userId, at, comment: null })
    await changeReceipts(tenant, actor.userId, taken, { readAt: at })
    if (taken.length > 0) await tell(tenant)
    return taken.length
  })
}

/** Puts the notification off for the person, who is told again if it goes on then. Refuses NOTIFICATION_NOT_FOUND and VALUE_OUT_OF_RANGE. */
export function snooze(
  deps: InboxDeps,
  actor: InboxActor,
  { id, until }: { readonly id: string; readonly until: number | null },
): Promise<InboxItem> {
  const now = deps.now()
  if (until !== null && (until <= now || until > now + MAX_SNOOZE_DAYS * DAY_MS))
    throw new Refusal({
      code: 'VALUE_OUT_OF_RANGE',
      field: 'until',
      params: { value: until, above: now, max: now + MAX_SNOOZE_DAYS * DAY_MS },
    })
  return deps.database.inTenant(actor.companyId, async (tenant) => {
    await requireItem(tenant, actor, id)
    await changeReceipts(tenant, actor.userId, [id], { readAt: now, snoozedUntil: until })
    if (until !== null) await addSnoozeJob(tenant, { userId: actor.userId, notificationId: id, until })
    await tell(tenant)
    return requireItem(tenant, actor, id)
  })
}

/** Notes that the person has seen the notification. Refuses NOTIFICATION_NOT_FOUND. */
export function read(deps: InboxDeps, actor: InboxActor, id: string): Promise<InboxItem> {
  return change(deps, actor, id, { readAt: deps.now() })
}

/** Notes that the person has seen these, or has not; returns how many of them there are. Refuses VALUE_OUT_OF_RANGE for more than a thousand. */
export function readMany(
  deps: InboxDeps,
  actor: PreferenceActor,
  { ids, isRead }: { readonly ids: readonly string[]; readonly isRead: boolean },
): Promise<number> {
  checkNumber(ids)
  return deps.database.inTenant(actor.companyId, async (tenant) => {
    const done = await changeReceipts(tenant, actor.userId, ids, { readAt: isRead ? deps.now() : null })
    if (done.length > 0) await tell(tenant)
    return done.length
  })
}

/** Puts the person's copies away, or takes them back; returns how many there were. Refuses VALUE_OUT_OF_RANGE for more than a thousand. */
export function archive(
  deps: InboxDeps,
  actor: PreferenceActor,
  { ids, isArchived }: { readonly ids: readonly string[]; readonly isArchived: boolean },
): Promise<number> {
  checkNumber(ids)
  return deps.database.inTenant(actor.companyId, async (tenant) => {
    const done = await changeReceipts(tenant, actor.userId, ids, {
      archivedAt: isArchived ? deps.now() : null,
      ...(isArchived && { readAt: deps.now() }),
    })
    await tell(tenant)
    return done.length
  })
}

/**
 * Returns what the person wants to hear from now on, also of what waits for the end of quiet hours or a pause; what is left out, and types that are not named,
 * stay as they are. Refuses quiet hours that cannot be, by field.
 */
export function changePreference(deps: InboxDeps, actor: PreferenceActor, change: Partial<Preference>): Promise<Preference> {
  const problem = problemOfQuiet(change.quiet ?? null)
  if (problem !== null) throw new Refusal(problem)
  return deps.database.inTenant(actor.companyId, async (tenant) => {
    const before = await lockPreference(tenant, actor.userId)
    const emails = { ...before.emails, ...change.emails }
    const preference = { ...before, ...change, emails, pushes: { ...before.pushes, ...change.pushes } }
    await storePreference(tenant, actor.userId, preference)
    const now = deps.now()
    await releaseHeldPushes(tenant, actor.userId, now)
    await releaseHeldEmails(tenant, actor.userId, now)
    return preference
  })
}

/** Refuses more than a thousand at once. */
export function checkNumber(ids: readonly string[]): void {
  if (ids.length > MAX_AT_ONCE)
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'ids', params: { value: ids.length, min: 0, max: MAX_AT_ONCE } })
}

async function change(deps: InboxDeps, actor: InboxActor, id: string, values: ReceiptChange): Promise<InboxItem> {
  return deps.database.inTenant(actor.companyId, async (tenant) => {
    await requireItem(tenant, actor, id)
    await changeReceipts(tenant, actor.userId, [id], values)
    await tell(tenant)
    return requireItem(tenant, actor, id)
  })
}

async function requireItem(tenant: Tenant, reader: Reader, id: string): Promise<InboxItem> {
  const item = await findInboxItem(tenant, reader, id)
  if (item === null) throw new Refusal({ code: 'NOTIFICATION_NOT_FOUND', params: { id } })
  return item
}

/** The person's other pages show the same. */
async function tell(tenant: Tenant): Promise<void> {
  await notifyRecordsChanged(tenant, [{ workCenterId: null, kinds: ['notification'], from: 0, to: null }])
}

/** Returns the name of a reason in the language, else as the company named it. */
export function reasonName(language: string, reason: NamedIn): string {
  return nameIn(language, reason)
}
