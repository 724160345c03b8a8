import type { AbilityGrants, AbilitySubject } from '#engine/access/abilities.ts'
import type { OperationalAction } from './operationalTask.ts'

/** The subject whose rights decide about tasks of an action: what is done there closes them. */
export const SUBJECT_OF_ACTION = {
  CHOOSE_PRODUCTION_ORDER: 'OUTPUTS',
  CLASSIFY_LOSS: 'LOSSES',
} as const satisfies Record<OperationalAction, AbilitySubject>

/** Returns whether the person may see tasks of the action. */
export function maySeeTasks({ readable }: Pick<AbilityGrants, 'readable'>, action: OperationalAction): boolean {
  return readable.has(SUBJECT_OF_ACTION[action])
}

/** Returns whether the person may close tasks of the action, and give them to somebody. */
export function mayHandleTasks({ updatable }: Pick<AbilityGrants, 'updatable'>, action: OperationalAction): boolean {
  return updatable.has(SUBJECT_OF_ACTION[action])
}
