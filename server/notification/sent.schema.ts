import { builder, can } from '#server/graphql/builder.ts'
import { tenantLoader } from '#server/graphql/loader.ts'
import { checkedPage } from '#server/graphql/page.ts'
import { Refusal } from '#server/refusal.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { HeldByEnum } from './notification.graph.ts'
import { ItemRef } from './notification.schema.ts'
import type { InboxItem } from './inbox.store.ts'
import { findPlaceOf, listSentOf, pageTold, SENT_CHANNELS, SENT_SHOWN, SENT_STATES } from './sent.store.ts'
import type { SentRow } from './sent.store.ts'

const sentOf = tenantLoader((tenant, ids: readonly string[]) => listSentOf(tenant, ids))

export const SentRef = builder.objectRef<SentRow>('NotificationDelivery').implement({
  description: 'What one person, or a webhook, was told of a notification by one way.',
  fields: (t) => ({
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'null = a webhook, named by `device`.',
      resolve: ({ userId }, _args, context) => (userId === null ? null : userById(context).load(userId)),
    }),
    channel: t.expose('channel', { type: builder.enumType('NotificationChannelType', { values: SENT_CHANNELS }) }),
    state: t.expose('state', {
      type: builder.enumType('NotificationDeliveryState', {
        values: SENT_STATES,
        description: 'CANCELLED: the person had seen it, somebody took it, or it was over by then. WITHHELD: there were too many.',
      }),
    }),
    heldBy: t.expose('heldBy', { type: HeldByEnum, nullable: true, description: 'Why nothing was sent at once.' }),
    step: t.exposeInt('step', { description: '0 = the first who were told; from 100 on who is told again of what they put off.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When the person was told, or it is to be sent.' }),
    settledAt: t.expose('settledAt', { type: 'DateTime', nullable: true, description: 'When it was read, sent or given up.' }),
    device: t.exposeString('device', { nullable: true }),
    shownAt: t.expose('shownAt', { type: 'DateTime', nullable: true, description: 'When the browser showed it, as far as it said.' }),
    openedAt: t.expose('openedAt', { type: 'DateTime', nullable: true, description: 'When it was opened or answered there.' }),
  }),
})

builder.queryField('notificationDeliveries', (t) =>
  t.field({
    type: [SentRef],
    authScopes: can('READ', 'WORK_CENTER_SETTINGS'),
    description: 'Who was told of a notification by which way, what was held back and why: for those who may read rules.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      const place = await context.inTenant((tenant) => findPlaceOf(tenant, id))
      if (place === null) throw new Refusal({ code: 'NOTIFICATION_NOT_FOUND', params: { id } })
      await context.workCenter(place)
      return [...(await sentOf(context).load(id))]
    },
  }),
)

const ToldRef = builder.objectRef<InboxItem>('SentNotification').implement({
  description: 'A notification, and who was told of it.',
  fields: (t) => ({
    notification: t.field({ type: ItemRef, description: "As nobody's copy: not read, not put away.", resolve: (item) => item }),
    deliveries: t.field({ type: [SentRef], resolve: async ({ id }, _args, context) => [...(await sentOf(context).load(id))] }),
  }),
})

const ToldPageRef = builder
  .objectRef<{ readonly items: readonly InboxItem[]; readonly hasNext: boolean }>('SentNotificationPage')
  .implement({
    fields: (t) => ({
      items: t.field({ type: [ToldRef], resolve: ({ items }) => [...items] }),
      hasNext: t.exposeBoolean('hasNext'),
    }),
  })

builder.queryField('sentNotifications', (t) =>
  t.field({
    type: ToldPageRef,
    authScopes: can('READ', 'WORK_CENTER_SETTINGS'),
    description:
      'What the company was told at work centers that the caller may see, the newest first: by which way, what was held back and why.',
    args: {
      shown: t.arg({
        type: builder.enumType('SentShown', {
          values: SENT_SHOWN,
          description: 'HELD: somebody was not sent it at once. FAILED: it could not be sent to a device or webhook.',
        }),
        defaultValue: 'ALL',
      }),
      current: t.arg.int({ defaultValue: 1 }),
      size: t.arg.int({ defaultValue: 25 }),
    },
    resolve: async (_root, { shown, current, size }, context) => {
      const range = checkedPage({ page: current ?? 1, size: size ?? 25 })
      const workCenterIds = await context.narrowed(null)
      return context.inTenant((tenant) => pageTold(tenant, { shown: shown ?? 'ALL', workCenterIds }, range))
    },
  }),
)
