import { targetMode } from '#engine/notification/notificationType.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import type { NotificationParams } from './episode.store.ts'
import { clockOf, durationText } from './plainTimes.ts'
import type { ToldDetails } from './toldDetails.store.ts'

const MAX_NAMES = 5

/** What a message says of a notification. */
export type Worded = {
  readonly type: NotificationType
  readonly workCenter: string
  readonly zone: string
  readonly since: number
  readonly params: NotificationParams
  /** Known where a person is sent it. */
  readonly details?: ToldDetails
}

/** Returns the values of the words of one notification. */
export function singleParams({ type, workCenter, since, zone, params, details }: Worded, now: number) {
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
    reason: details?.reason ?? '',
    mainLoss: details?.mainLoss ?? '',
    withheld: '',
  }
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
