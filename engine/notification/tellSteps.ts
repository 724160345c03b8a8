import type { Episode } from './condition.ts'
import { stepDueAt } from './escalation.ts'
import type { Escalating, Step } from './escalation.ts'
import type { Severity } from './notificationType.ts'
import { worseOf } from './notificationType.ts'
import { administratorsOf, recipientsOf } from './recipients.ts'
import type { Member } from './recipients.ts'

/** Somebody is told of an episode, or told again as it became more severe. */
export type ToldPerson = { readonly userId: string; readonly at: number; readonly severity: Severity }

/**
 * Returns who is told of an episode when, until the instant, ascending: the audience of each step whose turn has come while it went on, of the first step also
 * when it is over; administrators where an audience has nobody left (domain.md AL-8, AL-9).
 */
export function toldPeople(
  steps: readonly Step[],
  escalating: Escalating,
  { members, until }: { readonly members: readonly Member[]; readonly until: number },
): readonly ToldPerson[] {
  const told: ToldPerson[] = []
  let worst: Severity | null = null
  for (const { step, at } of stepsByTurn(steps, escalating)) {
    if (at >= until || (worst !== null && !goesOnAt(escalating.episode, at))) break
    const severity: Severity = worst === null ? step.severity : worseOf(worst, step.severity)
    const meant = recipientsOf(step, members)
    const isNews = severity !== worst
    for (const userId of meant.length > 0 ? meant : administratorsOf(members))
      if (isNews || !told.some((one) => one.userId === userId)) told.push({ userId, at, severity })
    worst = severity
  }
  return told
}

function stepsByTurn(steps: readonly Step[], escalating: Escalating): readonly { readonly step: Step; readonly at: number }[] {
  return steps
    .flatMap((step) => {
      const at = stepDueAt(step, escalating)
      return at === null ? [] : [{ step, at }]
    })
    .toSorted((a, b) => a.at - b.at)
}

function goesOnAt({ until }: Episode, at: number): boolean {
  return until === null || until > at
}
