import { MINUTE_MS } from '#engine/time/durations.ts'
import type { AudienceChoice, Step } from './escalation.ts'

/** Who is told next of what goes on. */
export type NextStep = AudienceChoice & {
  /** When (ms UTC), as things are; of a step that waits for the length of the episode: not before then, null = as soon as that. */
  readonly at: number | null
  /** The episode is to have lasted so long, in time that counts; null = `at` alone decides. */
  readonly lastingMinutes: number | null
}

type Told = {
  readonly steps: readonly Step[]
  readonly toldSteps: number
  readonly firedAt: number
  readonly acknowledgedAt: number | null
  readonly ackTimeoutMs: number
}

/**
 * Returns who is told next of an episode that goes on, by when, those without an instant last: of further rules the length decides, whose counted time is not
 * known here. While somebody takes care of it nobody is told before their time is over (domain.md AL-8, AL-10).
 */
export function nextSteps({ steps, toldSteps, firedAt, acknowledgedAt, ackTimeoutMs }: Told): readonly NextStep[] {
  const notBefore = acknowledgedAt === null ? null : acknowledgedAt + ackTimeoutMs
  return steps
    .slice(toldSteps)
    .map(({ targetAudience, identifiers, durationMs, afterMs }): NextStep => {
      const choice = { targetAudience, identifiers }
      if (durationMs !== null) return { ...choice, at: notBefore, lastingMinutes: durationMs / MINUTE_MS }
      const due = firedAt + afterMs
      const isAlreadyDue = acknowledgedAt !== null && due <= acknowledgedAt
      return { ...choice, at: notBefore === null || isAlreadyDue ? due : Math.max(due, notBefore), lastingMinutes: null }
    })
    .toSorted((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity) || (one.lastingMinutes ?? 0) - (other.lastingMinutes ?? 0))
}
