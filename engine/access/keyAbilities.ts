import { abilitiesOf } from './abilities.ts'
import type { Ability, AbilitySubject, Role } from './abilities.ts'

/** What no API key may, whoever created it: people and keys are managed by people (G-23). */
export const NOT_FOR_KEYS: readonly AbilitySubject[] = ['API_KEY', 'COMPANY_USERS']

/** Returns every (action, subject) that an API key has whose creator has the role in the company. */
export function abilitiesOfKey(creatorRole: Role, companyId: string): readonly Ability[] {
  return abilitiesOf(creatorRole, companyId).filter(({ subject }) => !NOT_FOR_KEYS.includes(subject))
}
