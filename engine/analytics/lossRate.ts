import type { Measure } from './dimensions.ts'

/** Planned production time of shifts in seconds, of all where every key is null, else by the keys that shifts know; keys as cells have them. */
export type PlannedSeconds = {
  readonly keys: readonly (string | null)[]
  readonly planned: number
  /** Of the days that are compared. */
  readonly compared: number
  /** Of those that they are compared with. */
  readonly before: number
}

/** Losses over the planned time of the shifts: seconds over seconds, or a number over hours; null where there was none. */
export type LossRate = { readonly value: number | null; readonly compared: number | null; readonly before: number | null }

const HOUR_SECONDS = 3600

/** Planned time of all, and by the keys that shifts know, which stand at these places. */
type PlannedIndex = {
  readonly all: PlannedSeconds | undefined
  readonly places: readonly number[]
  readonly byKeys: ReadonlyMap<string, PlannedSeconds>
}

/** Made once of each answer: a sort of its rows asks for all of them. */
const indexes = new WeakMap<readonly PlannedSeconds[], PlannedIndex>()

/**
 * Returns what a row lost of the planned time of its shifts, so that a week with one more shift reads no worse (domain.md N-20): time as a fraction of it,
 * numbers for each hour of it. Null of what is no sum of losses, and where nothing is planned under the keys.
 */
export function rateOf(
  { keys, value, compared, before }: LossRate & { readonly keys: readonly string[] },
  measure: Measure,
  planned: readonly PlannedSeconds[],
): LossRate | null {
  if (measure !== 'DURATION' && measure !== 'COUNT') return null
  const own = plannedUnder(planned, keys)
  if (own === undefined) return null
  const over = (part: number | null, seconds: number) => {
    if (part === null || seconds <= 0) return null
    return measure === 'COUNT' ? part / (seconds / HOUR_SECONDS) : part / seconds
  }
  return { value: over(value, own.planned), compared: over(compared, own.compared), before: over(before, own.before) }
}

function plannedUnder(planned: readonly PlannedSeconds[], keys: readonly string[]): PlannedSeconds | undefined {
  const index = indexes.get(planned) ?? indexOf(planned)
  indexes.set(planned, index)
  const { all, places, byKeys } = index
  return keys.length === 0 || places.length === 0 ? all : byKeys.get(JSON.stringify(places.map((place) => keys[place])))
}

function indexOf(planned: readonly PlannedSeconds[]): PlannedIndex {
  const isOfAll = ({ keys }: PlannedSeconds) => keys.every((key) => key === null)
  const own = planned.filter((one) => !isOfAll(one))
  const places = [...(own[0]?.keys.entries() ?? [])].flatMap(([place, key]) => (key === null ? [] : [place]))
  return {
    all: planned.find(isOfAll),
    places,
    byKeys: new Map(own.map((one) => [JSON.stringify(places.map((place) => one.keys[place])), one])),
  }
}
