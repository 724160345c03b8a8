import { earliestAct } from '#engine/jobOrder/runTimes.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { OrderRun } from './historySpans.ts'
import type { PastShift } from './shiftSpans.ts'

/** No run becomes shorter. */
const SHORTEST_MS = 1000

/** A start or an end of work on orders that may be moved (domain.md F-5), in UTC ms. */
export type OrderBorder = {
  readonly at: number
  /** Codes of the orders that end and begin there. */
  readonly ending: readonly string[]
  readonly beginning: readonly string[]
  readonly min: number
  readonly max: number
}

/** A border on its way (UTC ms): moved once it is sent. */
export type BorderDraft = { readonly at: number; readonly newAt: number; readonly isSent: boolean }

/** Returns the draft until what was sent is seen: once no border is where it was, the borders tell by themselves where each is. */
export function draftLeft(draft: BorderDraft | null, borders: readonly Pick<OrderBorder, 'at'>[]): BorderDraft | null {
  return draft?.isSent === true && !borders.some(({ at }) => at === draft.at) ? null : draft
}

type Known = {
  readonly period: TimeWindow
  readonly now: number
  readonly shifts: readonly Pick<PastShift, 'from' | 'status' | 'to'>[]
  /** Whether the viewer may date back as far as nothing is confirmed. */
  readonly mayManage: boolean
}

/** Returns the borders in the period that can be moved, ascending, with how far: up to the next border and the present, in no confirmed shift, and as far back as the viewer may. */
export function orderBorders(runs: readonly OrderRun[], { period, now, shifts, mayManage }: Known): readonly OrderBorder[] {
  const edges = [...new Set(runs.flatMap(({ start, end }) => (end === null ? [start] : [start, end])))].toSorted((a, b) => a - b)
  const last = shifts.findLast(({ from }) => from <= now)
  const lastShift = last === undefined ? null : { start: last.from, end: last.to }
  const earliest = mayManage ? period.from : Math.max(period.from, earliestAct({ now, lastShift }))
  const confirmed = shifts.filter(({ status }) => status === 'CONFIRMED')
  return edges
    .filter((at) => at > earliest && at < Math.min(period.to, now))
    .filter((at) => !confirmed.some(({ from, to }) => at > from && at < to))
    .flatMap((at) => {
      const ending = runs.filter(({ end }) => end === at)
      const beginning = runs.filter(({ start }) => start === at)
      const touching = new Set([...ending, ...beginning])
      const others = runs.filter((run) => !touching.has(run)).flatMap(({ start, end }) => (end === null ? [start] : [start, end]))
      const min = Math.max(
        earliest,
        ...others.filter((other) => other <= at),
        ...ending.map(({ start }) => start + SHORTEST_MS),
        ...confirmed.filter(({ to }) => to <= at).map(({ to }) => to),
      )
      const max = Math.min(
        now,
        period.to,
        ...others.filter((other) => other >= at),
        ...beginning.map(({ end }) => (end ?? now) - SHORTEST_MS),
        ...confirmed.filter(({ from }) => from >= at).map(({ from }) => from),
      )
      if (max <= min) return []
      return [{ at, min, max, ending: ending.map(({ code }) => code), beginning: beginning.map(({ code }) => code) }]
    })
}

type Range = Pick<OrderBorder, 'max' | 'min'>

/** Returns where a border dragged to the instant stands: at an edge of a stop that is near, else on a whole minute, within its range. */
export function snappedBorder(at: number, { min, max }: Range, edges: readonly number[], nearMs: number): number {
  const inside = edges.filter((edge) => edge >= min && edge <= max && Math.abs(edge - at) <= nearMs)
  const [near] = inside.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))
  return near ?? clamped(Math.round(at / MINUTE_MS) * MINUTE_MS, { min, max })
}

/** Returns where a key moves a border: an arrow by a minute to whole ones, with Shift to the next edge of a stop; null for another key. */
export function keyedBorder(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  at: number,
  range: Range,
  edges: readonly number[],
): number | null {
  const isBack = key === 'ArrowLeft' || key === 'ArrowDown'
  if (!isBack && key !== 'ArrowRight' && key !== 'ArrowUp') return null
  if (shiftKey) {
    const ascending = edges.filter((edge) => edge >= range.min && edge <= range.max).toSorted((a, b) => a - b)
    return (isBack ? ascending.findLast((edge) => edge < at) : ascending.find((edge) => edge > at)) ?? at
  }
  const minutes = isBack ? Math.ceil(at / MINUTE_MS) - 1 : Math.floor(at / MINUTE_MS) + 1
  return clamped(minutes * MINUTE_MS, range)
}

function clamped(at: number, { min, max }: Range): number {
  return Math.min(max, Math.max(min, at))
}
