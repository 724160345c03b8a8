import { EMAIL_FROM, USUAL_EMAIL_FROM } from '#engine/notification/preference.ts'
import type { EmailFrom, Preference } from '#engine/notification/preference.ts'
import { NOTIFICATION_TYPES } from '#engine/notification/notificationType.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import { builder } from '#server/graphql/builder.ts'
import { changePreference } from './inbox.service.ts'
import { NotificationTypesEnum } from './notification.graph.ts'
import { findPreference } from './people.store.ts'
import { findPushTrouble, PUSH_TROUBLES } from './push/pushTrouble.store.ts'

const PushTroubleEnum = builder.enumType('PushTrouble', {
  description: 'REFUSED: push services refuse the keys of the installation. WAITING: they take nothing for now, and are tried again.',
  values: PUSH_TROUBLES,
})
const EmailFromEnum = builder.enumType('NotificationEmailFrom', {
  description: 'From which severity on an e-mail is sent.',
  values: EMAIL_FROM,
})
const ChannelRef = builder
  .objectRef<{ readonly type: NotificationType; readonly emailFrom: EmailFrom; readonly pushFrom: EmailFrom }>('NotificationChannel')
  .implement({
    fields: (t) => ({
      type: t.expose('type', { type: NotificationTypesEnum }),
      emailFrom: t.expose('emailFrom', { type: EmailFromEnum }),
      pushFrom: t.expose('pushFrom', { type: EmailFromEnum, description: 'The same for messages of the browser.' }),
    }),
  })
const QuietRef = builder.objectRef<NonNullable<Preference['quiet']>>('QuietHours').implement({
  fields: (t) => ({
    weekdays: t.intList({
      description: '1 = Monday to 7 = Sunday: the days on which they begin.',
      resolve: ({ weekdays }) => [...weekdays],
    }),
    from: t.exposeString('from', { description: 'HH:mm of the person.' }),
    to: t.exposeString('to'),
  }),
})
const Ref = builder.objectRef<Preference>('NotificationPreferences').implement({
  fields: (t) => ({
    channels: t.field({
      type: [ChannelRef],
      resolve: ({ emails, pushes = {} }) =>
        NOTIFICATION_TYPES.map((type) => ({
          type,
          emailFrom: emails[type] ?? USUAL_EMAIL_FROM,
          pushFrom: pushes[type] ?? USUAL_EMAIL_FROM,
        })),
    }),
    quiet: t.expose('quiet', { type: QuietRef, nullable: true }),
    urgentPierces: t.exposeBoolean('urgentPierces', { description: 'Whether URGENT is sent in quiet hours, too.' }),
    pausedUntil: t.expose('pausedUntil', { type: 'DateTime', nullable: true }),
    pushTrouble: t.field({
      type: PushTroubleEnum,
      nullable: true,
      description: "What keeps messages from the caller's browsers now; null = nothing.",
      resolve: (_preference, _args, context) =>
        context.inTenant((tenant) => findPushTrouble(tenant, context.member().userId, context.now())),
    }),
  }),
})
const ChannelInput = builder.inputType('NotificationChannelInput', {
  fields: (t) => ({
    type: t.field({ type: NotificationTypesEnum, required: true }),
    emailFrom: t.field({ type: EmailFromEnum, required: true }),
    pushFrom: t.field({ type: EmailFromEnum, description: 'Left out = as it is.' }),
  }),
})
const QuietInput = builder.inputType('QuietHoursInput', {
  fields: (t) => ({ weekdays: t.intList({ required: true }), from: t.string({ required: true }), to: t.string({ required: true }) }),
})
const Input = builder.inputType('NotificationPreferencesInput', {
  fields: (t) => ({
    channels: t.field({ type: [ChannelInput], description: 'Types that are not named stay as they are.' }),
    quiet: t.field({ type: QuietInput, description: 'null = none; left out = as they are.' }),
    urgentPierces: t.boolean({ description: 'Left out = as it is.' }),
    pausedUntil: t.field({ type: 'DateTime', description: 'null = no pause; left out = as it is.' }),
  }),
})
builder.mutationField('updateNotificationPreferences', (t) =>
  t.field({
    type: Ref,
    authScopes: { member: true },
    description: 'Says what the caller is sent, and when not; what is left out stays as it is.',
    args: { input: t.arg({ type: Input, required: true }) },
    resolve: (_root, { input }, context) =>
      changePreference(context.deps, context.member(), {
        emails: Object.fromEntries((input.channels ?? []).map(({ type, emailFrom }) => [type, emailFrom])),
        pushes: Object.fromEntries((input.channels ?? []).flatMap(({ type, pushFrom }) => (pushFrom == null ? [] : [[type, pushFrom]]))),
        ...(input.quiet !== undefined && { quiet: input.quiet }),
        ...(input.urgentPierces != null && { urgentPierces: input.urgentPierces }),
        ...(input.pausedUntil !== undefined && { pausedUntil: input.pausedUntil }),
      }),
  }),
)

builder.queryField('notificationPreferences', (t) =>
  t.field({
    type: Ref,
    authScopes: { member: true },
    description: 'What the caller is sent, and when not.',
    resolve: (_root, _args, context) => context.inTenant((tenant) => findPreference(tenant, context.member().userId)),
  }),
)
