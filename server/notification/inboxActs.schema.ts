import { builder } from '#server/graphql/builder.ts'
import { acknowledge, acknowledgeMany, archive, read, readMany, snooze } from './inbox.service.ts'
import { readerIn, takerIn } from './inboxReader.ts'
import { ItemRef } from './notification.schema.ts'

builder.mutationFields((t) => ({
  acknowledgeNotification: t.field({
    type: ItemRef,
    authScopes: { member: true },
    description: 'Tells the others that the caller takes care of it: nobody else is told for now.',
    args: { id: t.arg({ type: 'Guid', required: true }), comment: t.arg.string() },
    resolve: async (_root, { id, comment }, context) => acknowledge(context.deps, await takerIn(context), { id, comment: comment ?? null }),
  }),
  snoozeNotification: t.field({
    type: ItemRef,
    authScopes: { member: true },
    description: 'Puts the notification off for the caller; null takes it back.',
    args: { id: t.arg({ type: 'Guid', required: true }), until: t.arg({ type: 'DateTime' }) },
    resolve: async (_root, { id, until }, context) => snooze(context.deps, await readerIn(context), { id, until: until ?? null }),
  }),
  readNotification: t.field({
    type: ItemRef,
    authScopes: { member: true },
    description: 'Notes that the caller has seen the notification: what waits to be sent to them is not sent.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => read(context.deps, await readerIn(context), id),
  }),
  readNotifications: t.int({
    authScopes: { member: true },
    description: 'Notes that the caller has seen the notifications; returns how many of them are theirs.',
    args: {
      ids: t.arg({ type: ['Guid'], required: true, description: 'At most 1000.' }),
      isRead: t.arg.boolean({ defaultValue: true, description: 'false = they count as not seen again.' }),
    },
    resolve: (_root, { ids, isRead }, context) => readMany(context.deps, context.member(), { ids, isRead: isRead ?? true }),
  }),
  acknowledgeNotifications: t.int({
    authScopes: { member: true },
    description: 'The caller takes care of those that go on and nobody takes care of yet; returns how many they took.',
    args: { ids: t.arg({ type: ['Guid'], required: true, description: 'At most 1000.' }) },
    resolve: async (_root, { ids }, context) => acknowledgeMany(context.deps, await takerIn(context), ids),
  }),
  archiveNotifications: t.int({
    authScopes: { member: true },
    description: "Puts the caller's notifications away, or takes them back; returns how many.",
    args: { ids: t.arg({ type: ['Guid'], required: true }), isArchived: t.arg.boolean({ defaultValue: true }) },
    resolve: (_root, { ids, isArchived }, context) => archive(context.deps, context.member(), { ids, isArchived: isArchived ?? true }),
  }),
}))
