import type { StoryCause, StoryLoss } from '#engine/shift/shiftStory.ts'
import { type FigurePart, includedOf } from './figures.ts'
import { ALL_FACTORS, ratio } from './kpis.ts'
import { oeeStepsOf } from './oeeSteps.ts'

/** What a change of OEE is made of: NOT_TRACKED are stops that make no loss, SILENCE is what counts as downtime by policy. */
export const CHANGE_CAUSES = [
  'NOT_TRACKED',
  'PLANNED',
  'QUALITY',
  'REASON',
  'SILENCE',
  'SMALL_STOPS',
  'SPEED',
  'UNEXPLAINED',
] as const satisfies readonly (StoryCause | 'NOT_TRACKED' | 'SILENCE')[]
export type ChangeCause = (typeof CHANGE_CAUSES)[number]

/** What one work center brings to a side of a comparison: its records, their stops by cause, as `storyLosses` gives them, and silence that counts as downtime. */
export type ChangeSide = { readonly part: FigurePart; readonly stops: readonly StoryLoss[]; readonly silentMs: number }

/** A cause of a change. All figures are fractions of 1 of OEE; `points` > 0 = better than before. */
export type ChangePart = {
  readonly cause: ChangeCause
  /** Of the cause REASON. */
  readonly reasonId: number | null
  readonly points: number
  /** What it cost before, and now. */
  readonly lostBefore: number
  readonly lostNow: number
}

/** A change of OEE to the last point: the parts sum to `difference`. */
export type OeeChange = {
  readonly before: number
  readonly now: number
  readonly difference: number
  readonly parts: readonly ChangePart[]
}

/** Below this a remainder is noise of adding. */
const NOISE = 1e-9

/** Returns why OEE of one work center differs, as `explainChangeTogether` does of several. */
export function explainChange(before: ChangeSide, now: ChangeSide): OeeChange | null {
  return explainChangeTogether([before], [now])
}

/**
 * Returns why OEE of the work centers together differs, the largest difference first (domain.md S-95): OEE is 100 less what availability losses,
 * small stops, lost speed and rejects cost, so the differences of these sum to its own. Each list has a side a work center; null where either has no OEE.
 */
export function explainChangeTogether(before: readonly ChangeSide[], now: readonly ChangeSide[]): OeeChange | null {
  const [was, is] = [lostOf(before), lostOf(now)]
  if (was === null || is === null) return null
  const keys = new Map([...was.lost, ...is.lost].map(([key, { cause, reasonId }]) => [key, { cause, reasonId }]))
  const parts = [...keys].map(([key, named]): ChangePart => {
    const [lostBefore, lostNow] = [was.lost.get(key)?.points ?? 0, is.lost.get(key)?.points ?? 0]
    return { ...named, points: lostBefore - lostNow, lostBefore, lostNow }
  })
  return {
    before: was.oee,
    now: is.oee,
    difference: is.oee - was.oee,
    parts: parts
      .filter(({ points }) => Math.abs(points) > NOISE)
      .toSorted((a, b) => rankOf(b) - rankOf(a) || a.cause.localeCompare(b.cause) || (a.reasonId ?? 0) - (b.reasonId ?? 0)),
  }
}

/** Equal ones are equal also with the noise. */
function rankOf({ points }: ChangePart): number {
  return Math.round(Math.abs(points) / NOISE)
}

type Lost = { readonly cause: ChangeCause; readonly reasonId: number | null; readonly points: number }
type LostTime = readonly [ChangeCause, number | null, number]

/** What the records lost, in parts of OEE by cause; sums to 1 less OEE. */
function lostOf(sides: readonly ChangeSide[]): { readonly oee: number; readonly lost: ReadonlyMap<string, Lost> } | null {
  const { baseMs, valuableMs } = includedOf(sides.map(({ part }) => part))
  const oee = ratio(valuableMs, baseMs)
  if (oee === null) return null
  const lost = new Map<string, Lost>()
  for (const [cause, reasonId, ms] of sides.flatMap(lostTimes)) {
    const key = `${cause} ${reasonId ?? ''}`
    lost.set(key, { cause, reasonId, points: (lost.get(key)?.points ?? 0) + ms / baseMs })
  }
  return { oee, lost }
}

/** The lost time of one work center by cause, with the stops that make no loss as the remainder; nothing of what takes no part in OEE. */
function lostTimes({ part, stops, silentMs }: ChangeSide): readonly LostTime[] {
  const steps = oeeStepsOf([part])
  if (steps === null) return []
  const { calculateAvailability } = part.switches ?? ALL_FACTORS
  // Small stops are run time, and what is not in availability cannot be taken from it.
  const counted = calculateAvailability ? stops.filter(({ cause }) => isOfAvailability(cause)) : []
  const trackedMs = counted.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const countedSilenceMs = calculateAvailability ? silentMs : 0
  return [
    ...counted.map(({ cause, reasonId, durationMs }): LostTime => [cause, reasonId, durationMs]),
    ['SILENCE', null, countedSilenceMs],
    ['NOT_TRACKED', null, steps.stopMs - trackedMs - countedSilenceMs],
    ['SMALL_STOPS', null, steps.smallStopMs],
    ['SPEED', null, steps.speedMs],
    ['QUALITY', null, steps.qualityMs],
  ]
}

function isOfAvailability(cause: StoryCause): boolean {
  return cause === 'REASON' || cause === 'PLANNED' || cause === 'UNEXPLAINED'
}
