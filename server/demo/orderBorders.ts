import { HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import { shareOf } from './crewStory.ts'

/** How long an order of the demo plant takes. */
export const SHORTEST_HOURS = 3
export const LONGEST_HOURS = 9

/**
 * Returns when the orders of a machine began that fill the stretch, ascending, the first at its start: as soon as a machine was set up after the hours that
 * an order takes, else after the longest. The last one goes on. The same stretch always has the same orders.
 */
export function bordersOf(setups: readonly Interval[], { start, end }: Interval, machine: string): readonly number[] {
  const borders: number[] = []
  for (let at = start; at < end; at = nextBorder(setups, at, machine)) borders.push(at)
  return borders
}

function nextBorder(setups: readonly Interval[], from: number, machine: string): number {
  const hours = SHORTEST_HOURS + shareOf(`${machine} ${from} hours`) * (LONGEST_HOURS - SHORTEST_HOURS) * 0.7
  const latest = from + LONGEST_HOURS * HOUR_MS
  const setup = setups.find((one) => one.start >= from + hours * HOUR_MS && one.start <= latest)
  return setup?.start ?? latest
}
