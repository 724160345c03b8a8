import { AUDIENCES, COMPARISONS, NOTIFICATION_MODES, NOTIFICATION_TYPES } from '#engine/notification/notificationType.ts'
import { HELD_BY } from '#engine/notification/preference.ts'
import { builder } from '#server/graphql/builder.ts'

export const NotificationTypesEnum = builder.enumType('NotificationTypes', { values: NOTIFICATION_TYPES })
export const TargetAudienceEnum = builder.enumType('NotificationTargetAudience', { values: AUDIENCES })
export const ComparisonTypeEnum = builder.enumType('ComparisonType', { values: COMPARISONS })
export const NotificationModeEnum = builder.enumType('NotificationMode', {
  description: 'Of a status: one interval of it (STATUS) or the whole stop (STOP). Of a target: the figure that is compared.',
  values: NOTIFICATION_MODES,
})
export const NotificationStateEnum = builder.enumType('NotificationState', { values: ['OPEN', 'RESOLVED', 'RETRACTED'] as const })
export const HeldByEnum = builder.enumType('NotificationHeldBy', { values: HELD_BY })
