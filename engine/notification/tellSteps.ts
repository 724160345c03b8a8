import type { Episode } from './condition.ts'
import { inTurn } from './escalation.ts'
import type { Calm, Escalating } from './escalation.ts'
import type { Severity } from './notificationType.ts'
import { worseOf } from './notificationType.ts'
import { administratorsOf, recipientsOf } from './recipients.ts'
import type { Member } from './recipients.ts'

/** Somebody is told of an episode, or told again as it became more severe. */
export type ToldPerson = { readonly userId: string; readonly at: number; readonly severity: Severity }

export type Audible = {
  readonly members: readonly Member[]
  /** Whether the person hears nothing at the instant: quiet hours, a pause, or neither e-mail nor browser. */
  readonly isHeld: (told: ToldPerson) => boolean
  /** Only what is told before then. */
  readonly until: number
}

/**
 * Returns who is told of an episode when, ascending: the audience of each step whose turn has come while it went on, of the first step also when it is over;
 * administrators where an audience has nobody left. Where nobody of an audience hears it, the next step is told at once (domain.md AL-8, AL-9, AL-13); what
 * stands in the inbox alone is left out.
 */
export function toldPeople({ steps, silent }: Calm, escalating: Escalating, audible: Audible): readonly ToldPerson[] {
  const { members, isHeld, until } = audible
  const told: ToldPerson[] = []
  let worst: Severity | null = null
  let unheardAt = Infinity
  // A step whose turn does not come is last, in case that it is told earlier.
  for (const { step, at: turn } of inTurn(steps, 0, escalating)) {
    const at = Math.min(turn ?? Infinity, unheardAt)
    if (at >= until || (worst !== null && !goesOnAt(escalating.episode, at))) break
    const severity: Severity = worst === null ? step.severity : worseOf(worst, step.severity)
    const meant = recipientsOf(step, members)
    const audience = (meant.length > 0 ? meant : administratorsOf(members)).map((userId): ToldPerson => ({ userId, at, severity }))
    const isNews = severity !== worst
    if (silent.has(step)) {
      worst = severity
      continue
    }
    told.push(...audience.filter(({ userId }) => isNews || !told.some((one) => one.userId === userId)))
    unheardAt = audience.every(isHeld) ? at : Infinity
    worst = severity
  }
  return told
}

function goesOnAt({ until }: Episode, at: number): boolean {
  return until === null || until > at
}
