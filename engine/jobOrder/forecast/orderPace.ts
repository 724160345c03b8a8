import { HOUR_MS } from '#engine/time/durations.ts'

/** The times of an order, in ms: planned without its changeover, and the part of it that made accepted units at the order's own speed. */
export type OrderTimes = { readonly plannedMs: number; readonly valuableMs: number }

/** So many finished orders are looked back at, and so few say nothing yet. */
export const MOST_FINISHED = 50
const FEWEST_FINISHED = 5
/** Fewer values give no range. */
export const FEWEST_FOR_RANGE = 20
/** How much what is known before weighs beside the order so far: one hour of units at its own speed. */
const PRIOR_MS = HOUR_MS
/** Below so much of its plan an order is forecast as if it had not begun. */
const FIRST_SHARE = 0.25

/** What is known of a work center before an order begins: paces of its last finished orders, of the same product and of all, the newest first. */
export type PaceEvidence = {
  readonly ofItem: readonly number[]
  readonly ofPlace: readonly number[]
  /** The work center's times of the last 14 days. */
  readonly recent: OrderTimes | null
}

/** Which evidence a pace is from. */
export type PaceGroup = 'ITEM' | 'PLACE' | 'RECENT'

/** The planned time that a unit of ideal time takes, before an order begins, and the paces that it is the middle of. */
export type StartingPace = { readonly pace: number; readonly group: PaceGroup; readonly values: readonly number[] }

/** Returns how much planned time one unit of its ideal time took: 1 ÷ OEE of the order; null for one without accepted units (domain.md F-1). */
export function paceOf({ plannedMs, valuableMs }: OrderTimes): number | null {
  return valuableMs > 0 && plannedMs > 0 ? plannedMs / valuableMs : null
}

/**
 * Returns the pace that an order begins with: the median of at most 50 finished orders of the product there, of five or more; else of all of the work
 * center; else its last 14 days; null without any (domain.md F-1).
 */
export function startingPace({ ofItem, ofPlace, recent }: PaceEvidence): StartingPace | null {
  const item = ofItem.slice(0, MOST_FINISHED)
  if (item.length >= FEWEST_FINISHED) return { pace: median(item), group: 'ITEM', values: item }
  const place = ofPlace.slice(0, MOST_FINISHED)
  if (place.length >= FEWEST_FINISHED) return { pace: median(place), group: 'PLACE', values: place }
  const pace = recent === null ? null : paceOf(recent)
  return pace === null ? null : { pace, group: 'RECENT', values: [] }
}

/** Returns the pace of an order that is worked on: what came before weighs like one ideal hour; the starting pace below a quarter of the plan (domain.md F-1). */
export function runningPace({ plannedMs, valuableMs }: OrderTimes, start: number | null, madeShare: number): number | null {
  if (madeShare < FIRST_SHARE && start !== null) return start
  if (start === null) return paceOf({ plannedMs, valuableMs })
  return (plannedMs + start * PRIOR_MS) / (valuableMs + PRIOR_MS)
}

/** Returns the planned time that the rest of an order needs: units that are missing × its cycle × its pace (domain.md F-1). */
export function neededMs(order: { readonly plan: number; readonly madeAccepted: number; readonly cycleMs: number }, pace: number): number {
  return Math.max(0, order.plan - order.madeAccepted) * order.cycleMs * pace
}

/** The middle 80 % of how long things took against what was forecast: 1 = as forecast. */
export type PaceRange = { readonly low: number; readonly high: number }

/** Returns the range of the values against the middle; null of fewer than 20, which is rough (domain.md F-1). */
export function rangeOf(values: readonly number[], middle: number): PaceRange | null {
  const count = values.length
  if (count < FEWEST_FOR_RANGE || middle <= 0) return null
  const sorted = Float64Array.from(values).sort()
  const at = (position: number) => sorted[Math.min(count, Math.max(1, position)) - 1] ?? middle
  return { low: at(Math.floor(0.1 * (count + 1))) / middle, high: at(Math.ceil(0.9 * (count + 1))) / middle }
}

/** How often ranges held, and of how many that were judged. */
export type RangeRecord = { readonly held: number; readonly of: number }

/** How often the range of the finished orders before held, of those for which there was one; paces of one work center, the newest first. */
export function rangeRecord(paces: readonly number[]): RangeRecord {
  const judged = paces.slice(0, MOST_FINISHED).flatMap((pace, index) => {
    const before = paces.slice(index + 1, index + 1 + MOST_FINISHED)
    const middle = median(before)
    const range = rangeOf(before, middle)
    return range === null ? [] : [pace >= range.low * middle && pace <= range.high * middle]
  })
  return { held: judged.filter(Boolean).length, of: judged.length }
}

/** The stretches of a finished order in their sequence, in ms: planned time and the part of it that made accepted units. */
export type OrderCourse = readonly OrderTimes[]

/** Returns the course without so much planned time of its beginning: that was the changeover to the order (domain.md F-1). */
export function withoutChangeover(course: OrderCourse, changeoverMs: number): OrderCourse {
  let left = changeoverMs
  return course.map(({ plannedMs, valuableMs }) => {
    // What made units was no changeover, whatever was measured.
    const taken = Math.min(left, Math.max(0, plannedMs - valuableMs))
    left -= taken
    return { plannedMs: plannedMs - taken, valuableMs }
  })
}

/** Shares of an order at which its forecast is judged afterwards. */
const CHECKPOINTS = [0.25, 0.5, 0.75] as const

/** Returns the share, of 25, 50 and 75 %, from which an order was judged that far; null before the first (domain.md F-1). */
export function checkpointAt(madeShare: number): number | null {
  return CHECKPOINTS.findLast((share) => share <= madeShare) ?? null
}

/**
 * Returns how much planned time the rest of each order took against what was forecast of it at the share (domain.md F-1): at the first stretch that ended
 * there, where that was before the next checkpoint. `start` is the pace that they began with.
 */
export function restErrors(courses: readonly OrderCourse[], share: number, start: number): readonly number[] {
  return courses.flatMap((course) => {
    const whole = sumOf(course)
    const past = { plannedMs: 0, valuableMs: 0 }
    for (const { plannedMs, valuableMs } of course) {
      past.plannedMs += plannedMs
      past.valuableMs += valuableMs
      const made = whole.valuableMs > 0 ? past.valuableMs / whole.valuableMs : 0
      if (made < share) continue
      const pace = runningPace(past, start, made)
      const forecast = (whole.valuableMs - past.valuableMs) * (pace ?? 0)
      return made < share + CHECKPOINTS[0] && forecast > 0 ? [(whole.plannedMs - past.plannedMs) / forecast] : []
    }
    return []
  })
}

/**
 * Returns how often the range that an order had at the share held, of those that had one: the rest of each, against what the orders before it told of theirs
 * (domain.md F-1). Courses of one work center, the newest first.
 */
export function restRecord(courses: readonly OrderCourse[], share: number): RangeRecord {
  const paces = courses.map((course) => paceOf(sumOf(course)))
  const judged = courses.slice(0, MOST_FINISHED).flatMap((course, index) => {
    const [first, last] = [index + 1, index + 1 + MOST_FINISHED]
    const known = paces.slice(first, last).filter((pace) => pace !== null)
    if (known.length < FEWEST_FOR_RANGE) return []
    const start = median(known)
    const [error] = restErrors([course], share, start)
    const range = error === undefined ? null : rangeOf(restErrors(courses.slice(first, last), share, start), 1)
    return error === undefined || range === null ? [] : [error >= range.low && error <= range.high]
  })
  return { held: judged.filter(Boolean).length, of: judged.length }
}

/** Returns the times of all stretches together. */
export function sumOf(course: OrderCourse): OrderTimes {
  return course.reduce((sum, one) => ({ plannedMs: sum.plannedMs + one.plannedMs, valuableMs: sum.valuableMs + one.valuableMs }), {
    plannedMs: 0,
    valuableMs: 0,
  })
}

/** Returns the middle of the values; of an even number the mean of the two in the middle. Of none 0. */
export function median(values: readonly number[]): number {
  // By numbers, without a comparison to call: forecasts of all queues sort ten thousands of lists.
  const sorted = Float64Array.from(values).sort()
  const half = sorted.length / 2
  const upper = sorted[Math.floor(half)] ?? 0
  return Number.isInteger(half) ? ((sorted[half - 1] ?? 0) + upper) / 2 : upper
}
