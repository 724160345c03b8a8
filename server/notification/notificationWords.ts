import type { BatteryForecast } from '#engine/notification/batteryForecast.ts'
import { isWantedCause } from '#engine/notification/taskReminder.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { targetMode } from '#engine/notification/notificationType.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import type { Language } from '#engine/user/language.ts'
import { nameIn } from '#server/loss/checkTranslations.ts'
import type { NotificationParams } from './episode.store.ts'
import { clockOf, durationText } from './plainTimes.ts'
import type { PersonDetails } from './toldDetails.store.ts'

const MAX_NAMES = 5

/** What a message says of a notification. */
export type Worded = {
  readonly type: NotificationType
  readonly workCenter: string
  readonly zone: string
  readonly since: number
  readonly params: NotificationParams
  /** Known where a person is sent it. */
  readonly details?: PersonDetails
}

/** From this share of its time on, a figure is told without how much of it is known. */
const ALL_KNOWN = 0.995

/** Returns the values of the words of one notification, with names in the language where they have one in it. */
export function singleParams({ type, workCenter, since, zone, params, details }: Worded, language: Language, now: number) {
  const known = details?.known ?? 1
  const isOutside = type === 'WORK_IN_NON_WORK_TIME'
  return {
    type,
    workCenter,
    since: clockOf(since, zone, now),
    duration: durationText(now - since),
    status: params.status ?? '',
    value: percentText(params.value, params.target),
    target: percentText(params.target, params.value),
    measure: type === 'TARGET_VALUE' ? targetMode(params.mode) : ('' as const),
    order: details?.order ?? '',
    reason: details?.reason == null ? '' : nameIn(language, details.reason),
    mainLoss: details?.mainLoss == null ? '' : nameIn(language, details.mainLoss),
    unconfirmed: countText(details?.unconfirmed ?? 0),
    known: known >= ALL_KNOWN ? '' : `${Math.floor(known * 100)} %`,
    offCause: details?.offCause ?? ('' as const),
    refusal: type === 'CONNECTION_ERROR' ? (params.mode ?? '') : '',
    refusals: type === 'CONNECTION_ERROR' ? countText(params.value ?? 0) : '',
    counters: type === 'FLOW_ERROR' ? (params.mode ?? '') : '',
    tasks: type === 'TASK_WAITING' && isWantedCause(params.mode) ? ('WANTED' as const) : ('' as const),
    integration: type === 'INTEGRATION_ATTENTION' && params.mode === 'CANCELLED' ? ('CANCELLED' as const) : ('' as const),
    worked: isOutside ? durationText((params.value ?? 0) * MINUTE_MS) : '',
    units: countText(details?.units ?? 0),
    kwh: countText(details?.kwh ?? 0),
    silentToo: countText(details?.silentToo ?? 0),
    batteryDays: details?.batteryLeft == null ? '' : batteryText(details.batteryLeft),
    withheld: '',
  }
}

/** Nothing is said of none. */
function countText(count: number): string {
  return count > 0 ? String(Math.round(count * 100) / 100) : ''
}

/** Days left, and from when to when; `≥` where it may not drain at all. */
function batteryText({ days, from, to }: BatteryForecast): string {
  return `${Math.round(days)} (${to === null ? `≥ ${Math.round(from)}` : `${Math.round(from)}–${Math.round(to)}`})`
}

/** Two figures that would look alike have as many decimals as show the difference. */
function percentText(value: number | null, other: number | null): string {
  if (value === null) return ''
  for (let digits = 1; digits < 6; digits++) {
    const text = value.toFixed(digits)
    if (other === null || value === other || text !== other.toFixed(digits)) return `${Number(text)} %`
  }
  return `${value} %`
}

/** Returns the first of the names, and that there are more. */
export function namesText(names: readonly string[]): string {
  return names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES).join(', ')} …` : names.join(', ')
}
