import { TARGET_MODES } from '#engine/notification/notificationType.ts'
import type { TargetMode } from '#engine/notification/notificationType.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Format } from '#web/ui/format.ts'

const LASTING = ['STATUS_DURATION', 'WORK_CENTER_OFF', 'WORK_IN_NON_WORK_TIME'] as const
const ROLES = ['ADMIN', 'USER', 'OPERATOR', 'GUEST'] as const

/** Returns the figure with at most so many decimals, none of them an idle zero. */
export function figure(format: Pick<Format, 'number'>, value: number | null, digits: number): string {
  if (value === null) return format.number(value)
  const [, decimals = ''] = String(Number(value.toFixed(digits))).split('.')
  return format.number(value, decimals.length)
}

/** Returns the figure that a target is of. */
export function figureOf(mode: string | null): TargetMode {
  return TARGET_MODES.find((one) => one === mode) ?? 'OEE'
}

/** Returns the type of a rule that waits for minutes. */
export function lastingType(type: string): (typeof LASTING)[number] {
  return LASTING.find((one) => one === type) ?? 'STATUS_DURATION'
}

/** Returns the role that an audience names. */
export function companyRole(role: string | null): (typeof ROLES)[number] {
  return ROLES.find((one) => one === role) ?? 'USER'
}

const MOST_TIMES = 3
/** So far ahead it is known when nobody hears a rule. */
const AHEAD_MS = 7 * DAY_MS

type Stretch = { readonly start: string; readonly end: string }

/** Returns the first times at which nobody hears a rule, such as “9 May 22:00–10 May 06:00”, and how many more there are; null = at any time. */
export function unheardTimes(
  format: Pick<Format, 'dayMonth' | 'time'>,
  stretches: readonly Stretch[],
): { readonly times: string; readonly more: number } | null {
  const parsed = stretches.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
  if (parsed.some(({ start, end }) => end - start >= AHEAD_MS)) return null
  const texts = parsed.slice(0, MOST_TIMES).map(({ start, end }) => {
    const [from, to] = [format.dayMonth(start), format.dayMonth(end)]
    return `${from} ${format.time(start)}–${from === to ? '' : `${to} `}${format.time(end)}`
  })
  return { times: texts.join(', '), more: Math.max(0, parsed.length - MOST_TIMES) }
}
