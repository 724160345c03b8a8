import type { Interval } from '#engine/time/interval.ts'
import { intersection } from './countedTime.ts'
import { stepsOf } from './escalation.ts'
import type { RulePolicy } from './escalation.ts'
import type { NotificationType, Severity } from './notificationType.ts'
import { worseOf } from './notificationType.ts'
import { unheardBy } from './preference.ts'
import type { Preference } from './preference.ts'
import { administratorsOf, recipientsOf } from './recipients.ts'
import type { Member } from './recipients.ts'

/** Somebody who may be told, and how they are reached. */
export type Reachable = Member & { readonly zone: string; readonly preference: Preference; readonly hasDevice: boolean }

/** When nobody of a step's audience hears it; 0 = the first who are told. */
export type UnheardStep = { readonly step: number; readonly stretches: readonly Interval[] }

/** Returns for the steps of a rule when in the period nobody of their audience hears it; steps that always have somebody are left out (domain.md AL-13). */
export function unheardSteps(
  rule: RulePolicy & { readonly type: NotificationType },
  members: readonly Reachable[],
  period: Interval,
): readonly UnheardStep[] {
  let severity: Severity = 'INFO'
  return stepsOf([rule]).flatMap((step, place) => {
    severity = worseOf(severity, step.severity)
    const meant = recipientsOf(step, members)
    const ids = new Set(meant.length > 0 ? meant : administratorsOf(members))
    const told = { type: rule.type, severity }
    const stretches = members
      .filter(({ userId }) => ids.has(userId))
      .reduce<readonly Interval[]>((common, person) => intersection(common, unheardBy(person, told, period)), [period])
    return stretches.length === 0 ? [] : [{ step: place, stretches }]
  })
}

/** Returns the steps of a rule whose audience has nobody left; administrators are told instead (domain.md AL-9). 0 = the first who are told. */
export function emptySteps(rule: RulePolicy, members: readonly Member[]): readonly number[] {
  return stepsOf([rule]).flatMap((step, place) => (recipientsOf(step, members).length === 0 ? [place] : []))
}
