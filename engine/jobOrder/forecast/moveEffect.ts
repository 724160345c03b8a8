import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Lateness } from './lateness.ts'
import { forecastPlaceQueue } from './placeQueue.ts'
import type { PlaceQueue, QueueForecast } from './placeQueue.ts'

/** A work center's queue before and after a move. */
export type ChangedQueue<Place, Id> = { readonly place: Place; readonly before: PlaceQueue<Id>; readonly after: PlaceQueue<Id> }

/** An end and what it means for the due date; null = not known. */
export type SeenEnd = { readonly end: number | null; readonly range: QueueForecast<unknown>['range']; readonly lateness: Lateness | null }

/** What a move does to the orders, the changeovers and the due dates of the work centers that it touches. */
export type MoveEffect<Place, Id> = {
  /** Whose end moves by a minute or more, or whose lateness changes, in the sequence after the move; null = not in a queue that is known. */
  readonly orders: readonly { readonly id: Id; readonly before: SeenEnd | null; readonly after: SeenEnd | null }[]
  readonly changeovers: readonly { readonly place: Place; readonly beforeMs: number; readonly afterMs: number }[]
  readonly lateBefore: number
  readonly lateAfter: number
  /** The first order after the move that will likely be late. */
  readonly firstLate: Id | null
}

/** Returns what changes when queues become what they are after a move (domain.md F-8): the same forecast as that of the orders, asked twice. */
export function effectOfMove<Place, Id>(queues: readonly ChangedQueue<Place, Id>[], now: number): MoveEffect<Place, Id> {
  const forecasts = queues.map(({ place, before, after }) => ({
    place,
    before: forecastPlaceQueue(before, now),
    after: forecastPlaceQueue(after, now),
  }))
  const before = new Map(forecasts.flatMap((one) => one.before).map((one) => [one.id, one]))
  const after = forecasts.flatMap((one) => one.after)
  const orders = after.flatMap((one) => {
    const was = before.get(one.id)
    return was !== undefined && !isChanged(was, one) ? [] : [{ id: one.id, before: was === undefined ? null : seen(was), after: seen(one) }]
  })
  return {
    orders,
    changeovers: forecasts.map((one) => ({ place: one.place, beforeMs: changeoverSum(one.before), afterMs: changeoverSum(one.after) })),
    lateBefore: [...before.values()].filter(isLate).length,
    lateAfter: after.filter(isLate).length,
    firstLate: after.filter(isLate).toSorted((a, b) => endOf(a) - endOf(b))[0]?.id ?? null,
  }
}

function endOf({ end, notBefore }: QueueForecast<unknown>): number {
  return end ?? notBefore?.end ?? 0
}

function isChanged<Id>(before: QueueForecast<Id>, after: QueueForecast<Id>): boolean {
  if (before.lateness !== after.lateness || (before.end === null) !== (after.end === null)) return true
  return Math.abs((before.end ?? 0) - (after.end ?? 0)) >= MINUTE_MS
}

/** Returns whether the order is late, or will likely be. */
export function isLate({ lateness }: Pick<SeenEnd, 'lateness'>): boolean {
  return lateness === 'LATE' || lateness === 'LIKELY_LATE'
}

function seen({ end, range, lateness }: SeenEnd): SeenEnd {
  return { end, range, lateness }
}

/** Returns how much time the changeovers of a forecast queue take. */
export function changeoverSum(forecast: readonly Pick<QueueForecast<unknown>, 'changeover'>[]): number {
  return forecast.reduce((sum, { changeover }) => sum + changeover.usualMs, 0)
}
