import { DIGEST_EVERY } from '#engine/notification/digest.ts'
import type { DigestPlan } from '#engine/notification/digest.ts'
import { builder } from '#server/graphql/builder.ts'
import { saveDigestPlan } from './digest.service.ts'
import { findDigestPlan } from './digest.store.ts'

const EveryEnum = builder.enumType('NotificationDigestEvery', { description: 'WEEK: on Mondays.', values: DIGEST_EVERY })

const DigestRef = builder.objectRef<DigestPlan>('NotificationDigest').implement({
  description: 'When somebody is sent a summary of their notifications by e-mail.',
  fields: (t) => ({
    every: t.expose('every', { type: EveryEnum }),
    at: t.exposeString('at', { description: 'HH:mm of the person.' }),
  }),
})

const DigestInput = builder.inputType('NotificationDigestInput', {
  fields: (t) => ({
    every: t.field({ type: EveryEnum, required: true }),
    at: t.string({ required: true, description: 'HH:mm of the caller, 00:00 to 23:59.' }),
  }),
})

builder.queryField('notificationDigest', (t) =>
  t.field({
    type: DigestRef,
    nullable: true,
    authScopes: { member: true },
    description: 'When the caller is sent a summary of their notifications by e-mail; null = never.',
    resolve: (_root, _args, context) => context.inTenant((tenant) => findDigestPlan(tenant, context.member().userId)),
  }),
)

builder.mutationField('updateNotificationDigest', (t) =>
  t.field({
    type: DigestRef,
    nullable: true,
    authScopes: { member: true },
    description:
      'Has a summary of their notifications sent to the caller; without input no more. Where there is nothing to say none is sent.',
    args: { input: t.arg({ type: DigestInput }) },
    resolve: (_root, { input }, context) => saveDigestPlan(context.deps, context.member(), input ?? null),
  }),
)
