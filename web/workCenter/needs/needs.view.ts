import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { LiveMap } from '../list/workCenters.view.ts'

/** A work center that waits for a person: it stands and nobody said why, or stops of its shift wait for a reason. */
export type Need<WorkCenter> = {
  readonly workCenter: WorkCenter
  readonly kind: 'stop' | 'reasons'
  /** When the stop began, UTC ms; null of stops that are over. */
  readonly since: number | null
  /** Stops that wait for a reason. */
  readonly count: number
  /** Output that the plan of the shift asks for in the time of the stop, in the work center's unit; null without a plan. */
  readonly lost: number | null
}

/** Returns who waits for a person, the longest stop first, then those with the most stops to explain. */
export function needsOf<WorkCenter extends { readonly id: number }>(
  workCenters: readonly WorkCenter[],
  live: LiveMap,
  now: number,
): readonly Need<WorkCenter>[] {
  const needs = workCenters.flatMap((workCenter): Need<WorkCenter>[] => {
    const state = live.get(workCenter.id)
    if (state === undefined) return []
    const count = state.unclassifiedLossCount
    if (state.stop?.look === 'UNEXPLAINED' && state.status !== null) {
      const { since } = state.status
      return [{ workCenter, kind: 'stop', since, count, lost: lostSince(state, since, now) }]
    }
    return count > 0 ? [{ workCenter, kind: 'reasons', since: null, count, lost: null }] : []
  })
  return needs.toSorted((left, right) => (left.since ?? Infinity) - (right.since ?? Infinity) || right.count - left.count)
}

/** The plan of the shift is taken as spread evenly over its time. */
function lostSince({ output, shift }: LiveWorkCenter, since: number, now: number): number | null {
  const plan = output?.targetFullShift ?? null
  if (plan === null || shift === null) return null
  const from = Math.max(since, shift.start)
  return Math.max(0, Math.floor(((Math.min(now, shift.end) - from) * plan) / (shift.end - shift.start)))
}
