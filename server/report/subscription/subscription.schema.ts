import { grantsOf } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { nextDueAt } from '#engine/report/due.ts'
import { PERIODICITIES, REPORT_TYPES } from '#engine/report/reportKind.ts'
import type { ReportFormat } from '#engine/report/reportKind.ts'
import type { SubscriptionForm } from '#engine/report/subscription.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { dayBefore } from '#engine/time/statPeriod.ts'
import { isLanguage, LANGUAGES } from '#engine/user/language.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { each, loader } from '#server/graphql/loader.ts'
import { Refusal } from '#server/refusal.ts'
import { userById, UserRef } from '#server/user/user.graph.ts'
import { ReportFileFormatEnum } from '../report.schema.ts'
import { listLastRuns } from './lastRun.store.ts'
import type { LastRun } from './lastRun.store.ts'
import { instancesOf, rhythmOf, scopeOfReport } from './scope.service.ts'
import * as service from './subscription.service.ts'
import type { Subscriber } from './subscription.service.ts'
import type { Recipient, ReportAddress, Subscription } from './subscription.store.ts'

const PeriodicityEnum = builder.enumType('ReportPeriodicity', { values: PERIODICITIES })
const DeliveryStateEnum = builder.enumType('ReportDeliveryState', {
  description:
    'MAILED, or FILED: on the page of reports only. EMPTY: there was nothing to tell. NO_RIGHT: the recipient may read nothing of it.',
  values: ['EMPTY', 'FILED', 'MAILED', 'NO_RIGHT', 'WAITING'] as const,
})
const AddressStateEnum = builder.enumType('ReportAddressState', {
  description: 'As ReportDeliveryState. TOO_LARGE: it does not fit into an e-mail.',
  values: ['EMPTY', 'FILED', 'MAILED', 'NO_RIGHT', 'TOO_LARGE', 'WAITING'] as const,
})
const RunStateEnum = builder.enumType('BoxReportRunState', {
  description: 'HELD: it waits for its shifts to be confirmed. PLANNED: its files are asked for.',
  values: ['DONE', 'HELD', 'PLANNED'] as const,
})

const lastRunOf = loader((ids: readonly number[], { inTenant }) =>
  inTenant(async (tenant) => each(ids, await listLastRuns(tenant, ids), ({ subscriptionId }) => subscriptionId)),
)

const LastRunRef = builder.objectRef<LastRun>('BoxReportRun').implement({
  description: 'The period that a subscription reported last.',
  fields: (t) => ({
    dateFrom: t.field({ type: 'Date', resolve: ({ from }) => from }),
    dateTo: t.field({ type: 'Date', description: 'Included.', resolve: ({ to }) => dayBefore(to) }),
    dueOn: t.expose('dueOn', { type: 'DateTime' }),
    state: t.field({ type: RunStateEnum, resolve: ({ state }) => state }),
  }),
})

const RecipientRef = builder.objectRef<Recipient & { readonly subscriptionId: number }>('BoxReportRecipient').implement({
  description: 'Somebody whom a subscription is sent to.',
  fields: (t) => ({
    user: t.field({ type: UserRef, nullable: true, resolve: ({ userId }, _args, context) => userById(context).load(userId) }),
    leftOn: t.expose('leftOn', { type: 'DateTime', nullable: true, description: 'Since when the person wants none; null = wants it.' }),
    lastState: t.field({
      type: DeliveryStateEnum,
      nullable: true,
      description: 'What the person got of the last run.',
      resolve: async ({ userId, subscriptionId }, _args, context) =>
        (await lastRunOf(context).load(subscriptionId))?.deliveries.find((one) => one.userId === userId)?.state ?? null,
    }),
  }),
})

const AddressRef = builder.objectRef<ReportAddress & { readonly subscriptionId: number }>('BoxReportAddress').implement({
  description: 'An address outside the company that a subscription is sent to, with the rights of who made it.',
  fields: (t) => ({
    email: t.exposeString('email'),
    confirmedOn: t.expose('confirmedOn', {
      type: 'DateTime',
      nullable: true,
      description: 'When somebody there agreed; null = not yet, and nothing is sent.',
    }),
    leftOn: t.expose('leftOn', { type: 'DateTime', nullable: true, description: 'Since when nobody there wants it any more.' }),
    lastState: t.field({
      type: AddressStateEnum,
      nullable: true,
      description: 'What the address got of the last run.',
      resolve: async ({ id, subscriptionId }, _args, context) =>
        (await lastRunOf(context).load(subscriptionId))?.addresses.find((one) => one.addressId === id)?.state ?? null,
    }),
  }),
})

const BoxReportRef = builder.objectRef<Subscription>('BoxReport').implement({
  description: 'A report that is sent by itself, to each recipient as far as they may read it then.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    reportTypeId: t.int({
      description: '1 efficiency, 2 downtime, 3 all losses, 4 shifts, 5 a saved view of analytics.',
      resolve: ({ type }) => REPORT_TYPES.indexOf(type) + 1,
    }),
    periodicity: t.expose('periodicity', { type: PeriodicityEnum }),
    hours: t.exposeInt('hours', { description: '0 to 23, of the clock of `zone`; by shifts a delay after the end of each.' }),
    minutes: t.exposeInt('minutes', { description: '0 to 59.' }),
    languageCode: t.exposeString('language', { nullable: true, description: 'Null = that of each recipient.' }),
    format: t.expose('format', { type: ReportFileFormatEnum }),
    workCenterId: t.int({ description: '0 = all that each recipient may see.', resolve: ({ workCenterId }) => workCenterId ?? 0 }),
    groupId: t.exposeInt('groupId', { nullable: true, description: 'Of the work centers that are in it when the report is made.' }),
    waitForConfirmation: t.exposeBoolean('waitsForConfirmation', {
      description: 'Whether it is sent once all shifts of the period are confirmed, a day later at most.',
    }),
    view: t.expose('viewId', {
      type: 'Guid',
      nullable: true,
      description:
        'The saved view of a report of type 5; null of the others, and where the view was deleted since: the report goes on as it was.',
    }),
    viewName: t.string({ nullable: true, resolve: ({ view }) => view?.name ?? null }),
    version: t.exposeInt('version'),
    users: t.field({
      type: [UserRef],
      resolve: async (subscription, _args, context) => {
        const users = await Promise.all(seenRecipients(subscription, context).map(({ userId }) => userById(context).load(userId)))
        return users.filter((user) => user !== null)
      },
    }),
    recipients: t.field({
      type: [RecipientRef],
      description: 'Those whom the caller may see: all with MODIFY WORK_CENTER_SETTINGS, else the caller.',
      resolve: (subscription, _args, context) =>
        seenRecipients(subscription, context).map((one) => ({ ...one, subscriptionId: subscription.id })),
    }),
    addresses: t.field({
      type: [AddressRef],
      description: 'Addresses outside the company; only with MODIFY WORK_CENTER_SETTINGS.',
      resolve: ({ id, addresses }, _args, context) =>
        context.may('MODIFY', 'WORK_CENTER_SETTINGS') ? addresses.map((one) => ({ ...one, subscriptionId: id })) : [],
    }),
    mayChange: t.boolean({ resolve: (subscription, _args, context) => service.mayChange(subscription, subscriberOf(context)) }),
    zone: t.string({
      resolve: (subscription, _args, { inTenant }) => inTenant(async (tenant) => (await rhythmOf(tenant, subscription)).zone),
    }),
    nextOn: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is due next; null where no shift is in sight.',
      resolve: (subscription, _args, { inTenant, now }) =>
        inTenant(async (tenant) => {
          const [rhythm, at] = [await rhythmOf(tenant, subscription), now()]
          const instances = await instancesOf(tenant, await scopeOfReport(tenant, subscription), {
            start: at - 2 * DAY_MS,
            end: at + 3 * DAY_MS,
          })
          return nextDueAt(rhythm, at, instances)
        }),
    }),
    lastRun: t.field({ type: LastRunRef, nullable: true, resolve: ({ id }, _args, context) => lastRunOf(context).load(id) }),
  }),
})

const BoxReportInput = builder.inputType('BoxReportInput', {
  fields: (t) => ({
    id: t.int({ description: 'Of a subscription that gets more recipients; left out for a new one.' }),
    reportTypeId: t.int({ description: '1 efficiency, 2 downtime, 3 all losses, 4 shifts, 5 a saved view of analytics.' }),
    periodicity: t.field({ type: PeriodicityEnum, description: 'DAILY by default.' }),
    hours: t.int(),
    minutes: t.int(),
    languageCode: t.string({ description: 'Null = that of each recipient.' }),
    language: t.string({ description: 'Another name of `languageCode`.' }),
    format: t.field({ type: ReportFileFormatEnum, description: 'PDF by default; CSV is for all losses only.' }),
    workCenterId: t.int({ description: '0 = all that each recipient may see.' }),
    groupId: t.int({ description: 'Only the work centers of the group, of those that each recipient may see; `workCenterId` is 0 then.' }),
    waitForConfirmation: t.boolean(),
    view: t.field({
      type: 'Guid',
      description:
        'Of type 5, which is not sent by shifts: a saved view of analytics that the caller sees. The dates are those of the report.',
    }),
    userIds: t.field({ type: ['Guid'], description: 'Members of the company; by default the caller.' }),
    emails: t.stringList({
      description:
        'Addresses outside the company, where its settings allow them; each gets it once somebody there agreed. Left out, those of the report stay.',
    }),
    version: t.int({ description: 'The version that the change is made to.' }),
  }),
})
type Input = typeof BoxReportInput.$inferInput

builder.queryField('boxReports', (t) =>
  t.field({
    type: [BoxReportRef],
    authScopes: { member: true },
    description: 'The reports that are sent by themselves to the caller; with MODIFY WORK_CENTER_SETTINGS, to anybody.',
    args: { workCenterId: t.arg.int({ description: 'Those of this work center and of all.' }) },
    resolve: async (_root, { workCenterId }, context) => {
      if (workCenterId != null) await context.workCenter(workCenterId)
      return [...(await service.listVisible(context.deps, subscriberOf(context), workCenterId ?? null))]
    },
  }),
)

builder.mutationFields((t) => {
  const authScopes = { member: true } as const
  const input = t.arg({ type: BoxReportInput, required: true })
  return {
    addReportSubscriber: t.field({
      type: BoxReportRef,
      authScopes,
      description: 'Makes a report that is sent by itself, or with `id` adds `userIds` and `emails` to the recipients of one.',
      args: { input },
      resolve: async (_root, { input: form }, context) => {
        const subscriber = subscriberOf(context)
        const emails = form.emails ?? undefined
        // Who names addresses only wants no member, and who names nobody wants it.
        const userIds = usersOf(form) ?? (emails === undefined ? [context.member().userId] : [])
        if (form.id != null) return await service.changeRecipients(depsOf(context), subscriber, form.id, { userIds, emails, how: 'ADD' })
        return await service.createSubscription(depsOf(context), subscriber, await formOf(form, context), { userIds, emails })
      },
    }),
    updateReportSubscriber: t.field({
      type: BoxReportRef,
      authScopes,
      description: 'Puts `userIds`, and `emails` where they are given, in the place of the recipients of the report `id`.',
      args: { input },
      resolve: async (_root, { input: form }, context) =>
        await service.changeRecipients(depsOf(context), subscriberOf(context), idOf(form), {
          userIds: usersOf(form) ?? [],
          emails: form.emails ?? undefined,
          how: 'REPLACE',
        }),
    }),
    updateReport: t.field({
      type: BoxReportRef,
      authScopes,
      description: 'Changes what the report `id` tells, when and how; its recipients stay. Nothing is sent for times that are past.',
      args: { input },
      resolve: async (_root, { input: form }, context) => {
        const change = { form: await formOf(form, context), version: form.version ?? null }
        return await service.changeSubscription(depsOf(context), subscriberOf(context), idOf(form), change)
      },
    }),
    deleteReport: t.boolean({
      authScopes,
      description: 'Ends the report; what it sent stays.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, context) => {
        await service.deleteSubscription(depsOf(context), subscriberOf(context), id)
        return true
      },
    }),
    sendReport: t.field({
      type: BoxReportRef,
      authScopes,
      description:
        'Has the report of the latest period that is over made and mailed now, once a minute at most; it does not wait for confirmation.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, context) => await service.sendNow(depsOf(context), subscriberOf(context), id),
    }),
    leaveReport: t.field({
      type: BoxReportRef,
      authScopes,
      description: 'Ends the e-mails of the report to the caller, or has them sent again.',
      args: { id: t.arg.int({ required: true }), isLeft: t.arg.boolean({ required: true, defaultValue: true }) },
      resolve: async (_root, { id, isLeft }, context) =>
        await service.leaveSubscription(depsOf(context), subscriberOf(context), id, isLeft),
    }),
  }
})

function subscriberOf(context: RequestContext): Subscriber {
  const { companyId, userId } = context.member()
  return { companyId, userId, grants: grantsOf(context.abilities()) }
}

function depsOf({ deps, now }: RequestContext) {
  return { database: deps.database, now, links: deps.emailLinks }
}

function seenRecipients({ recipients }: Subscription, context: RequestContext): readonly Recipient[] {
  const { userId } = context.member()
  return context.may('MODIFY', 'WORK_CENTER_SETTINGS') ? recipients : recipients.filter((one) => one.userId === userId)
}

function usersOf({ userIds }: Input): readonly UserId[] | null {
  return userIds == null ? null : [...new Set(userIds.map((id) => asId<UserId>(id)))]
}

function idOf({ id }: Input): number {
  return required('id', id)
}

async function formOf(input: Input, context: RequestContext): Promise<SubscriptionForm> {
  const typeId = required('reportTypeId', input.reportTypeId)
  const type = REPORT_TYPES[typeId - 1]
  if (type === undefined)
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'reportTypeId', params: { value: typeId, min: 1, max: REPORT_TYPES.length } })
  const language = input.languageCode ?? input.language ?? null
  if (language !== null && !isLanguage(language))
    throw new Refusal({ code: 'INVALID_FORMAT', field: 'languageCode', params: { example: LANGUAGES.join(', ') } })
  const workCenterId = required('workCenterId', input.workCenterId)
  const format: ReportFormat = input.format ?? 'PDF'
  return {
    type,
    periodicity: input.periodicity ?? 'DAILY',
    hours: required('hours', input.hours),
    minutes: required('minutes', input.minutes),
    language,
    format,
    workCenterId: workCenterId === 0 ? null : (await context.workCenter(workCenterId)).id,
    groupId: input.groupId ?? null,
    waitsForConfirmation: input.waitForConfirmation ?? false,
    viewId: input.view ?? null,
  }
}

function required<T>(field: string, value: T | null | undefined): T {
  if (value == null) throw new Refusal({ code: 'REQUIRED', field })
  return value
}
