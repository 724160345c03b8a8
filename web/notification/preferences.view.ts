import type { NotificationPreferencesInput, NotificationPreferencesQuery } from '#web/api/generated/graphql.ts'

export type StoredPreferences = Omit<NotificationPreferencesQuery['notificationPreferences'], 'pushTrouble'>
type Channel = StoredPreferences['channels'][number]

/** One thing that somebody changes about what they are sent; the rest stays. */
export type PreferencesChange = Partial<Pick<StoredPreferences, 'pausedUntil' | 'quiet' | 'urgentPierces'>> & {
  readonly channel?: Pick<Channel, 'type'> & Partial<Pick<Channel, 'emailFrom' | 'pushFrom'>>
}

/** Returns the preferences with the change; all else is as it was. */
export function changedPreferences(stored: StoredPreferences, { channel, ...others }: PreferencesChange): StoredPreferences {
  const channels = stored.channels.map((one) => (one.type === channel?.type ? { ...one, ...channel } : one))
  return { ...stored, ...others, channels }
}

/** Returns what is sent to have the preferences stored. */
export function preferencesInput({ channels, quiet, urgentPierces, pausedUntil }: StoredPreferences): NotificationPreferencesInput {
  return {
    channels: channels.map(({ type, emailFrom, pushFrom }) => ({ type, emailFrom, pushFrom })),
    quiet: quiet === null ? null : { weekdays: quiet.weekdays, from: quiet.from, to: quiet.to },
    urgentPierces,
    pausedUntil,
  }
}
