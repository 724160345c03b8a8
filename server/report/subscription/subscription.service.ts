import type { AbilityGrants } from '#engine/access/abilities.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import {
  maySubscribe,
  maySubscribeOthers,
  MOST_SUBSCRIPTIONS,
  recipientsProblem,
  subscriptionProblems,
} from '#engine/report/subscription.ts'
import type { SubscriptionForm } from '#engine/report/subscription.ts'
import type { Problem } from '#engine/result.ts'
import { audited } from '#server/company/audit.store.ts'
import { lockCompany } from '#server/company/company.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { holdSavedView } from '#server/user/savedView.store.ts'
import { holdGroup } from '#server/workCenter/group.store.ts'
import { checkedAddresses, keepAddresses, senderName } from './address.service.ts'
import type { AddressDeps } from './address.service.ts'
import { planNow } from './dueReports.service.ts'
import { findMembers } from './planReport.service.ts'
import * as store from './subscription.store.ts'
import type { ReportedView, Subscription } from './subscription.store.ts'

/** Who asks, with what the role allows. */
export type Subscriber = { readonly companyId: CompanyId; readonly userId: UserId; readonly grants: AbilityGrants }

/** Who is to get a report: members, and addresses outside the company; `emails` left out = those that are there. */
export type Wanted = { readonly userIds: readonly UserId[]; readonly emails?: readonly string[] | undefined }

type Deps = { readonly database: Pick<Database, 'inSystem' | 'inTenant'> } & AddressDeps

/** Returns the subscriptions that the person gets, or with the right to set up work centers all of the company; of one work center those of all, too. */
export async function listVisible(
  { database }: Pick<Deps, 'database'>,
  { companyId, userId, grants }: Subscriber,
  workCenterId: number | null,
): Promise<readonly Subscription[]> {
  const asked = { workCenterId, userId: maySubscribeOthers(grants) ? null : userId }
  return await database.inTenant(companyId, (tenant) => store.listSubscriptions(tenant, asked))
}

/** Returns the new subscription. Refuses values out of their range, people who are no members, others than oneself without the right, and more than 500. */
export async function createSubscription(
  deps: Deps,
  subscriber: Subscriber,
  form: SubscriptionForm,
  { userIds, emails = [] }: Wanted,
): Promise<Subscription> {
  refuse(subscriptionProblems(form)[0] ?? recipientsProblem(userIds.length + emails.length))
  const isForOthers = emails.length > 0 || userIds.some((id) => id !== subscriber.userId)
  refuse(maySubscribe(subscriber.grants, { type: form.type, isForOthers }))
  await checkMembers(deps, subscriber, userIds)
  const sender = await nameOfSender(deps, subscriber)
  return await deps.database.inTenant(subscriber.companyId, async (tenant) => {
    await lockCompany(tenant)
    if ((await store.countSubscriptions(tenant)) >= MOST_SUBSCRIPTIONS)
      throw new Refusal({ code: 'TOO_MANY_REPORTS', params: { max: MOST_SUBSCRIPTIONS } })
    await checkGroup(tenant, form)
    const view = await viewOf(tenant, subscriber, form, null)
    const id = await store.insertSubscription(tenant, { ...form, view }, { ownerId: subscriber.userId, now: deps.now() })
    await store.addRecipients(tenant, id, userIds)
    await keepAddresses(tenant, deps, { ...form, id }, { emails: await checkedAddresses(tenant, emails), sender })
    return await kept(tenant, deps, subscriber, { action: 'CREATE_REPORT', id, before: null })
  })
}

/** Returns the subscription with other values, which sends nothing by them that was due before. Refuses what createSubscription refuses, an unknown one and an older version. */
export async function changeSubscription(
  deps: Deps,
  subscriber: Subscriber,
  id: number,
  change: { readonly form: SubscriptionForm; readonly version: number | null },
): Promise<Subscription> {
  refuse(subscriptionProblems(change.form)[0] ?? null)
  return await deps.database.inTenant(subscriber.companyId, async (tenant) => {
    const before = await hold(tenant, subscriber, id)
    if (change.version !== null && change.version !== before.version)
      throw new Refusal({ code: 'CONFLICT', params: { version: before.version } })
    refuse(maySubscribe(subscriber.grants, { type: change.form.type, isForOthers: hasOthers(before, subscriber) }))
    await checkGroup(tenant, change.form)
    const view = await viewOf(tenant, subscriber, change.form, before)
    await store.updateSubscription(tenant, id, { ...change.form, view }, deps.now())
    return await kept(tenant, deps, subscriber, { action: 'UPDATE_REPORT', id, before })
  })
}

/** Returns the subscription with other recipients: more, or those instead of the ones before. */
export async function changeRecipients(
  deps: Deps,
  subscriber: Subscriber,
  id: number,
  change: Wanted & { readonly how: 'ADD' | 'REPLACE' },
): Promise<Subscription> {
  await checkMembers(deps, subscriber, change.userIds)
  const sender = await nameOfSender(deps, subscriber)
  return await deps.database.inTenant(subscriber.companyId, async (tenant) => {
    if (change.emails !== undefined) await lockCompany(tenant)
    const before = await hold(tenant, subscriber, id)
    const present = change.how === 'ADD' ? before.recipients.map(({ userId }) => userId) : []
    const userIds = [...new Set([...present, ...change.userIds])]
    const there = before.addresses.map(({ email }) => email)
    const given = await checkedAddresses(tenant, change.emails ?? [], there)
    const emails = change.emails === undefined ? there : [...new Set([...(change.how === 'ADD' ? there : []), ...given])]
    refuse(recipientsProblem(userIds.length + emails.length))
    const isForOthers = emails.length > 0 || userIds.some((one) => one !== subscriber.userId)
    refuse(maySubscribe(subscriber.grants, { type: before.type, isForOthers }))
    await store.setRecipients(tenant, id, userIds)
    if (change.emails !== undefined) await keepAddresses(tenant, deps, before, { emails, sender })
    return await kept(tenant, deps, subscriber, { action: 'UPDATE_REPORT', id, before })
  })
}

/** Removes the subscription; what it sent stays. */
export async function deleteSubscription(deps: Deps, subscriber: Subscriber, id: number): Promise<void> {
  await deps.database.inTenant(subscriber.companyId, async (tenant) => {
    const before = await hold(tenant, subscriber, id)
    await store.removeSubscription(tenant, id)
    await audit(tenant, deps, subscriber, { action: 'DELETE_REPORT', before, after: null })
  })
}

/** Returns the subscription of which the latest period is made and mailed now; refuses one without a period that is over. */
export async function sendNow(deps: Deps, subscriber: Subscriber, id: number): Promise<Subscription> {
  return await deps.database.inTenant(subscriber.companyId, async (tenant) => {
    const found = await hold(tenant, subscriber, id)
    if (!(await planNow(tenant, found, deps.now()))) throw new Refusal({ code: 'SHIFT_NOT_FOUND' })
    return (await store.findSubscription(tenant, id)) ?? refuseUnknown()
  })
}

/** Returns the subscription after the person left it or came back; refuses one that the person does not get. */
export async function leaveSubscription(deps: Deps, { companyId, userId }: Subscriber, id: number, isLeft: boolean): Promise<Subscription> {
  return await deps.database.inTenant(companyId, async (tenant) => {
    if (!(await store.setLeft(tenant, id, userId, isLeft ? new Date(deps.now()) : null))) throw notFound()
    return (await store.findSubscription(tenant, id)) ?? refuseUnknown()
  })
}

/** Returns whether the person may change the subscription: with the right to set up work centers any, else one of their own that nobody else gets. */
export function mayChange(subscription: Subscription, subscriber: Subscriber): boolean {
  if (maySubscribeOthers(subscriber.grants)) return true
  return subscription.ownerId === subscriber.userId && !hasOthers(subscription, subscriber)
}

/** What the person does not see does not exist for them. */
async function hold(tenant: Tenant, subscriber: Subscriber, id: number): Promise<Subscription> {
  const found = await store.findSubscription(tenant, id, 'LOCK')
  const isSeen =
    found !== null && (maySubscribeOthers(subscriber.grants) || found.recipients.some(({ userId }) => userId === subscriber.userId))
  if (!isSeen) throw notFound()
  if (!mayChange(found, subscriber)) refuse({ code: 'FORBIDDEN', params: { action: 'MODIFY', subject: 'WORK_CENTER_SETTINGS' } })
  return found
}

function hasOthers({ recipients, addresses }: Subscription, { userId }: Subscriber): boolean {
  return addresses.length > 0 || recipients.some((one) => one.userId !== userId)
}

async function nameOfSender({ database }: Deps, { companyId, userId }: Subscriber): Promise<string> {
  const [member] = await findMembers(database, companyId, [userId])
  return senderName(member?.user ?? null)
}

/** Held, so that it is not deleted meanwhile. */
async function checkGroup(tenant: Tenant, { groupId }: Pick<SubscriptionForm, 'groupId'>): Promise<void> {
  if (groupId !== null && (await holdGroup(tenant, groupId, 'JOIN')) === null)
    throw new Refusal({ code: 'GROUP_NOT_FOUND', field: 'groupId' })
}

/** What a report of a view shows: one that the person sees, or what it shows already, which may be a view of somebody else or one that is deleted. */
async function viewOf(
  tenant: Tenant,
  { userId }: Subscriber,
  { type, viewId }: SubscriptionForm,
  before: Subscription | null,
): Promise<ReportedView | null> {
  if (type !== 'VIEW') return null
  if (before?.view != null && before.viewId === viewId) return before.view
  if (viewId === null) throw new Refusal({ code: 'REQUIRED', field: 'view' })
  const found = await holdSavedView(tenant, userId, 'ANALYTICS', viewId)
  if (found === null) throw new Refusal({ code: 'VIEW_NOT_FOUND', field: 'view' })
  return found
}

async function checkMembers({ database }: Deps, { companyId }: Subscriber, userIds: readonly UserId[]): Promise<void> {
  const members = new Set((await findMembers(database, companyId, userIds)).map(({ user }) => user.id))
  if (userIds.some((id) => !members.has(id))) throw new Refusal({ code: 'USER_NOT_FOUND', field: 'userIds' })
}

async function kept(
  tenant: Tenant,
  deps: Deps,
  subscriber: Subscriber,
  { action, id, before }: { readonly action: 'CREATE_REPORT' | 'UPDATE_REPORT'; readonly id: number; readonly before: Subscription | null },
): Promise<Subscription> {
  const after = (await store.findSubscription(tenant, id)) ?? refuseUnknown()
  await audit(tenant, deps, subscriber, { action, before, after })
  return after
}

async function audit(
  tenant: Tenant,
  { now }: Pick<Deps, 'now'>,
  { userId }: Subscriber,
  said: {
    readonly action: 'CREATE_REPORT' | 'DELETE_REPORT' | 'UPDATE_REPORT'
    readonly before: Subscription | null
    readonly after: Subscription | null
  },
): Promise<void> {
  const { action, before, after } = said
  const subject = `report ${(after ?? before)?.id ?? ''}`
  await audited(tenant, { userId, at: new Date(now()), action, subject }, before && told(before), after && told(after))
}

function told({
  type,
  periodicity,
  hours,
  minutes,
  language,
  format,
  workCenterId,
  groupId,
  waitsForConfirmation,
  view,
  recipients,
  addresses,
}: Subscription) {
  const users = recipients.map(({ userId }) => userId)
  return {
    type,
    periodicity,
    hours,
    minutes,
    language,
    format,
    workCenterId,
    groupId,
    waitsForConfirmation,
    view: view?.name ?? null,
    users,
    emails: addresses.map(({ email }) => email),
  }
}

function refuse(problem: Problem | null): void {
  if (problem !== null) throw new Refusal(problem)
}

function notFound(): Refusal {
  return new Refusal({ code: 'REPORT_NOT_FOUND', field: 'id' })
}

function refuseUnknown(): never {
  throw notFound()
}
