import { abilitiesOf } from './abilities.ts'
import type { Ability, AbilitySubject, Role } from './abilities.ts'

/** Subjects closed to every API key: only people manage people and keys (G-23). */
export const NOT_FOR_KEYS: readonly AbilitySubject[] = ['API_KEY', 'AUDIT_LOG', 'COMPANY_USERS']

/** Queries that no API key asks although its creator may: what they answer is for people (domain.md ST-2). */
export const QUERIES_OF_PEOPLE: readonly string[] = ['invoices']

/** Returns every (action, subject) of an API key, from the role of its creator. */
export function abilitiesOfKey(creatorRole: Role, companyId: string): readonly Ability[] {
  return abilitiesOf(creatorRole, companyId).filter(({ subject }) => !NOT_FOR_KEYS.includes(subject))
}
