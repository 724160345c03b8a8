import { MINUTE_MS } from '#engine/time/durations.ts'

/** A clock that was set by more than so much at once is in doubt. */
const STEP_MS = MINUTE_MS

export type SteadyClock = {
  /** UTC ms: the clock of the machine, or while it is in doubt what it showed before the step and the time that passed since. */
  now(): number
  /** Whether the clock of the machine was set by more than a minute since it was believed last. */
  isInDoubt(): boolean
  /** Believes the clock of the machine again. */
  believe(): void
}

/** Returns a clock that a step of the machine's clock does not move (domain.md AL-22). `elapsed` counts ms whatever the clock is set to. */
export function createSteadyClock({ wall, elapsed }: { readonly wall: () => number; readonly elapsed: () => number }): SteadyClock {
  let base = { wall: wall(), elapsed: elapsed() }
  const look = () => {
    const seen = { wall: wall(), elapsed: elapsed() }
    const expected = base.wall + seen.elapsed - base.elapsed
    const isStep = Math.abs(seen.wall - expected) > STEP_MS
    // Small differences are the clock being kept right.
    if (!isStep) base = seen
    return { now: isStep ? expected : seen.wall, isStep }
  }
  return {
    now: () => look().now,
    isInDoubt: () => look().isStep,
    believe: () => {
      base = { wall: wall(), elapsed: elapsed() }
    },
  }
}
