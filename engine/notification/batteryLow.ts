import type { Pieces } from '#engine/pieces.ts'
import type { Episode } from './condition.ts'
import type { GoesOn, ThresholdReading, Verdict } from './thresholdFold.ts'
import { thresholdEpisodes } from './thresholdFold.ts'

/** The level below which a battery is told, where the rule has no value. */
export const USUAL_BATTERY_PERCENT = 20
/** It is told anew only after it was so much above. */
const MARGIN = 5

export type BatteryReading = {
  readonly at: number
  /** In percent; null = not known now. */
  readonly level: number | null
  readonly isCharging: boolean
}

/** `worseAt`: when it was first below half of the level, which makes it one step more severe; null = it was not. */
export type BatteryEpisode = Episode & { readonly worseAt: number | null }

export type BatteryRule = { readonly targetValue: number | null; readonly now: number; readonly goesOn?: GoesOn | undefined }

/** Returns when the battery was below the level without being charged, until it is charged or 5 points above (domain.md AL-16). */
export function* batteryEpisodes(
  readings: readonly BatteryReading[],
  { targetValue, now, goesOn }: BatteryRule,
): Pieces<readonly BatteryEpisode[]> {
  const least = targetValue ?? USUAL_BATTERY_PERCENT
  // A level that is not known now holds as it was.
  const known = readings.flatMap(({ at, level, isCharging }): readonly ThresholdReading[] => {
    const verdict = verdictOf(level, isCharging, least)
    return verdict === null ? [] : [{ at, verdict }]
  })
  yield
  const worse = readings.filter(({ level }) => level !== null && level < least / 2).toSorted((a, b) => a.at - b.at)
  const episodes = yield* thresholdEpisodes(known, { recoversMs: 0, forgetsMs: Infinity }, { now, goesOn })
  return episodes.map((episode) => {
    const isWithin = (at: number) => at >= episode.since && at < (episode.until ?? now + 1)
    return { ...episode, worseAt: worse.find(({ at }) => isWithin(at))?.at ?? null }
  })
}

function verdictOf(level: number | null, isCharging: boolean, least: number): Verdict | null {
  if (isCharging) return 'OVER'
  if (level === null) return null
  if (level < least) return 'HOLDS'
  return level >= least + MARGIN ? 'OVER' : 'BETWEEN'
}
