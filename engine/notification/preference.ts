import type { Problem } from '#engine/result.ts'
import type { Interval } from '#engine/time/interval.ts'
import { intersection, joined } from './countedTime.ts'
import type { NotificationType, Severity } from './notificationType.ts'
import { SEVERITIES } from './notificationType.ts'
import type { QuietHours } from './quietHours.ts'
import { CLOCK_TIME, quietStretches, quietUntil } from './quietHours.ts'

/** From which severity on somebody wants e-mails. */
export const EMAIL_FROM = [...SEVERITIES, 'NEVER'] as const
export type EmailFrom = (typeof EMAIL_FROM)[number]

/** What somebody wants to hear; in the inbox stands all of it. */
export type Preference = {
  /** Types that are not named are told by e-mail from WARNING on. */
  readonly emails: Readonly<Partial<Record<NotificationType, EmailFrom>>>
  /** The same for messages of the browser. */
  readonly pushes?: Readonly<Partial<Record<NotificationType, EmailFrom>>>
  readonly quiet: QuietHours | null
  /** Whether URGENT is told in quiet hours, too. */
  readonly urgentPierces: boolean
  readonly pausedUntil: number | null
}

export const USUAL_EMAIL_FROM: EmailFrom = 'WARNING'
export const HELD_BY = ['QUIET', 'PAUSED', 'CAP', 'LATE'] as const
/** Why somebody was not told at once. */
export type HeldBy = (typeof HELD_BY)[number]

/** Returns until when somebody is not told, and why; null = they are told now (domain.md AL-13). */
export function heldUntil(
  { quiet, pausedUntil, urgentPierces }: Preference,
  { zone, severity, now }: { readonly zone: string; readonly severity: Severity; readonly now: number },
): { readonly by: 'PAUSED' | 'QUIET'; readonly until: number } | null {
  if (severity === 'URGENT' && urgentPierces) return null
  const paused = pausedUntil !== null && pausedUntil > now ? pausedUntil : null
  const until = quietUntil(quiet, zone, paused ?? now) ?? paused
  return until === null ? null : { by: paused === null ? 'QUIET' : 'PAUSED', until }
}

/** Returns whether somebody wants an e-mail of the notification. */
export function wantsEmail(
  { emails }: Preference,
  { type, severity }: { readonly type: NotificationType; readonly severity: Severity },
): boolean {
  const from = emails[type] ?? USUAL_EMAIL_FROM
  return from !== 'NEVER' && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(from)
}

/** Returns whether somebody wants a message of the browser. */
export function wantsPush(
  { pushes = {} }: Preference,
  { type, severity }: { readonly type: NotificationType; readonly severity: Severity },
): boolean {
  const from = pushes[type] ?? USUAL_EMAIL_FROM
  return from !== 'NEVER' && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(from)
}

/**
 * Returns whether somebody is sent anything of the notification, by e-mail or to a browser of theirs. What is INFO is to be read: the inbox is enough for it
 * (domain.md AL-13).
 */
export function isReached(
  preference: Preference,
  told: { readonly type: NotificationType; readonly severity: Severity; readonly hasDevice: boolean },
): boolean {
  return told.severity === 'INFO' || wantsEmail(preference, told) || (told.hasDevice && wantsPush(preference, told))
}

/** Returns the parts of the period in which somebody hears nothing: quiet hours, a pause, or all of it where they are sent nothing. */
export function unheardBy(
  { preference, zone, hasDevice }: { readonly preference: Preference; readonly zone: string; readonly hasDevice: boolean },
  told: { readonly type: NotificationType; readonly severity: Severity },
  period: Interval,
): readonly Interval[] {
  if (!isReached(preference, { ...told, hasDevice })) return [period]
  if (told.severity === 'URGENT' && preference.urgentPierces) return []
  const { quiet, pausedUntil } = preference
  const pause = pausedUntil !== null && pausedUntil > period.start ? [{ start: period.start, end: pausedUntil }] : []
  const held = [...pause, ...quietStretches(quiet, zone, period)].toSorted((a, b) => a.start - b.start)
  return intersection(joined(held), [period])
}

/** Returns what is wrong with quiet hours; null if nothing is. */
export function problemOfQuiet(quiet: QuietHours | null): Problem | null {
  if (quiet === null) return null
  const { weekdays, from, to } = quiet
  for (const [field, time] of [
    ['quiet.from', from],
    ['quiet.to', to],
  ] as const)
    if (!CLOCK_TIME.test(time)) return { code: 'INVALID_FORMAT', field, params: { example: '22:00' } }
  if (from === to) return { code: 'INVALID_PERIOD', field: 'quiet.to', params: { maxDays: 1 } }
  const isWrong =
    weekdays.length === 0 || new Set(weekdays).size !== weekdays.length || weekdays.some((day) => ![1, 2, 3, 4, 5, 6, 7].includes(day))
  return isWrong ? { code: 'SHIFT_WEEKDAYS_NOT_VALID', field: 'quiet.weekdays' } : null
}
