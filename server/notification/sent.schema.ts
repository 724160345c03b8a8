import { builder, can } from '#server/graphql/builder.ts'
import { Refusal } from '#server/refusal.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { HeldByEnum } from './notification.graph.ts'
import { findPlaceOf, listSent, SENT_CHANNELS, SENT_STATES } from './sent.store.ts'
import type { SentRow } from './sent.store.ts'

const SentRef = builder.objectRef<SentRow>('NotificationDelivery').implement({
  description: 'What one person was told of a notification by one way.',
  fields: (t) => ({
    user: t.field({ type: UserRef, nullable: true, resolve: ({ userId }, _args, context) => userById(context).load(userId) }),
    channel: t.expose('channel', { type: builder.enumType('NotificationChannelType', { values: SENT_CHANNELS }) }),
    state: t.expose('state', {
      type: builder.enumType('NotificationDeliveryState', {
        values: SENT_STATES,
        description: 'CANCELLED: the person had seen it, somebody took it, or it was over by then. WITHHELD: there were too many.',
      }),
    }),
    heldBy: t.expose('heldBy', { type: HeldByEnum, nullable: true, description: 'Why nothing was sent at once.' }),
    step: t.exposeInt('step', { description: '0 = the first who were told.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When the person was told, or it is to be sent.' }),
    settledAt: t.expose('settledAt', { type: 'DateTime', nullable: true, description: 'When it was read, sent or given up.' }),
    device: t.exposeString('device', { nullable: true }),
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
      return [...(await context.inTenant((tenant) => listSent(tenant, id)))]
    },
  }),
)
