import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { NotificationType } from './notificationType.ts'

/** Rules are suggested from what happened in so many days. */
export const SUGGESTED_FROM_MS = 14 * DAY_MS
const DURATIONS = [5, 10, 15, 20, 30, 45, 60] as const
/** A rule that tells more often is not read; one that tells less is not worth suggesting from what happened. */
const TIMES = { least: 3, most: 20 } as const
const MOST_SUGGESTED = 3

/** A stop in ms of counted time, or a stretch in which a device was off. */
export type Happened = {
  readonly workCenterId: number
  readonly type: Extract<NotificationType, 'STATUS_DURATION' | 'WORK_CENTER_OFF'>
  readonly lengthMs: number
}

export type SuggestedRule = {
  readonly workCenterId: number
  readonly type: Happened['type']
  readonly minutes: number
  /** How many of what happened lasted so long. */
  readonly times: number
}

type Place = SuggestedRule & { readonly lost: number }

/**
 * Returns up to three rules that would have told what mattered, for work centers without one: those that lost most time first, each with the least duration
 * that at most 20 of its stops reached in 14 days, where 3 did; devices that were off for 10 minutes come first, once is enough (domain.md AL-28).
 */
export function suggestedRules(happened: readonly Happened[]): readonly SuggestedRule[] {
  const places = [...Map.groupBy(happened, ({ workCenterId, type }) => `${type}/${workCenterId}`).values()].flatMap(
    (of): readonly Place[] => {
      const [first] = of
      if (first === undefined) return []
      const lost = of.reduce((sum, { lengthMs }) => sum + lengthMs, 0)
      const { type, workCenterId } = first
      const reached = (minutes: number) => of.filter(({ lengthMs }) => lengthMs >= minutes * MINUTE_MS).length
      if (type === 'WORK_CENTER_OFF') return reached(10) === 0 ? [] : [{ lost, type, workCenterId, minutes: 10, times: reached(10) }]
      const minutes = DURATIONS.find((one) => reached(one) <= TIMES.most)
      if (minutes === undefined || reached(minutes) < TIMES.least) return []
      return [{ lost, type, workCenterId, minutes, times: reached(minutes) }]
    },
  )
  const ofType = (type: Happened['type']) =>
    places.filter((one) => one.type === type).toSorted((a, b) => b.lost - a.lost || a.workCenterId - b.workCenterId)
  return [...ofType('WORK_CENTER_OFF').slice(0, 1), ...ofType('STATUS_DURATION')]
    .slice(0, MOST_SUGGESTED)
    .map(({ lost: _lost, ...one }) => one)
}
