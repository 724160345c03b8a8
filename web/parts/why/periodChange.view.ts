import type { ExplainPeriodsQuery } from '#web/api/generated/graphql.ts'
import { DAY_MS } from '#engine/time/durations.ts'

export type Change = NonNullable<ExplainPeriodsQuery['explainChange']>

/** What a work center did to OEE of all, in points. */
export type ChangeRow = {
  readonly id: number
  readonly name: string
  readonly rate: number
  readonly mix: number
  /** Fractions of the planned time of all. */
  readonly shareBefore: number
  readonly shareNow: number
}

/** A change of OEE in words: its two parts, and the work center that did most of the mix. All in points. */
export type ChangeSentence = {
  readonly difference: number
  readonly rate: number
  readonly mix: number
  readonly mover: { readonly name: string; readonly ranLonger: boolean } | null
}

/** The days that the API adds up at most. */
export const MOST_DAYS = 92

/** Returns the rows of the change, what moved OEE most first. */
export function changeRows({ workCenters }: Change): readonly ChangeRow[] {
  return workCenters
    .map(({ workCenter, rate, mix, shareBefore, shareNow }) => ({
      id: workCenter.id,
      name: workCenter.name,
      rate: rate?.exactValue ?? 0,
      mix: mix?.exactValue ?? 0,
      shareBefore,
      shareNow,
    }))
    .toSorted((left, right) => Math.abs(right.rate + right.mix) - Math.abs(left.rate + left.mix))
}

/** A step from the OEE of before to that of now, in points: where it begins and ends. `name` null = all others together. */
export type ChangeStep = { readonly key: string; readonly name: string | null; readonly from: number; readonly to: number }

/** Steps that are drawn by themselves; what moved less stands together in one. */
const MOST_STEPS = 8

/** Returns the steps of the work centers, what moved OEE most first, the rest together: each begins where the one before ended, the last ends at now. */
export function changeSteps(change: Change): readonly ChangeStep[] {
  const rows = changeRows(change)
  const own = rows.length <= MOST_STEPS ? rows : rows.slice(0, MOST_STEPS - 1)
  const others = rows.slice(own.length).reduce((sum, { rate, mix }) => sum + rate + mix, 0)
  let at = change.before?.exactValue ?? 0
  const step = (key: string, name: string | null, points: number): ChangeStep => ({ key, name, from: at, to: (at += points) })
  const steps = own.map(({ id, name, rate, mix }) => step(String(id), name, rate + mix))
  return rows.length > own.length ? [...steps, step('others', null, others)] : steps
}

/**
 * Returns the sentence of the change. It names the work center that did most in the direction of the mix, one that ran longer before one that ran less,
 * where the mix is `least` points or more.
 */
export function changeSentence(change: Change, least: number): ChangeSentence {
  const mix = change.mix?.exactValue ?? 0
  const rows = changeRows(change).filter((row) => Math.sign(row.mix) === Math.sign(mix))
  const ranLonger = ({ shareBefore, shareNow }: ChangeRow) => shareNow > shareBefore
  const [most] = rows.toSorted(
    (left, right) => Number(ranLonger(right)) - Number(ranLonger(left)) || Math.abs(right.mix) - Math.abs(left.mix),
  )
  return {
    difference: change.difference?.exactValue ?? 0,
    rate: change.rate?.exactValue ?? 0,
    mix,
    mover: most === undefined || Math.abs(mix) < least ? null : { name: most.name, ranLonger: ranLonger(most) },
  }
}

/** Returns how many days the dates hold, both included. */
export function daysOf(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}
