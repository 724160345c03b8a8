import type { Role } from '#engine/access/abilities.ts'
import type { AudienceChoice } from './escalation.ts'

/** Somebody of the company who may be told. */
export type Member = {
  readonly userId: string
  readonly role: Role
  readonly teamId: string | null
  /** Whether they may see the work center. */
  readonly sees: boolean
}

/** Returns the ids of the members that an audience means, of those who may see the work center (domain.md AL-9). */
export function recipientsOf({ targetAudience, identifiers }: AudienceChoice, members: readonly Member[]): readonly string[] {
  const isMeant = (name: string | null): boolean => name !== null && (identifiers === null || identifiers.includes(name))
  const nameOf = (member: Member) => (targetAudience === 'USERS' ? member.userId : targetAudience === 'TEAMS' ? member.teamId : member.role)
  return members.filter((member) => member.sees && isMeant(nameOf(member))).map(({ userId }) => userId)
}

/** Returns the ids of the administrators: they are told where an audience has nobody left. */
export function administratorsOf(members: readonly Member[]): readonly string[] {
  return members.filter(({ role, sees }) => role === 'ADMIN' && sees).map(({ userId }) => userId)
}
