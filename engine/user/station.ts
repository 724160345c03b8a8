import type { Problem } from '#engine/result.ts'

/** The account that writes for a named person, the work centers of that person, and those that are written about. */
type Acting = {
  readonly isStation: boolean
  readonly assigned: readonly number[]
  readonly workCenterIds: readonly number[]
  /** Whether the person gave the PIN at this station for that time, or the company asks for none. */
  readonly isProven: boolean
}

/**
 * Returns why somebody cannot be named as the author of what an account writes, or null: only a station names people, and only operators who are
 * assigned to every work center that is written about, where it is none to one at all (domain.md S-37), and who proved it (S-37a).
 */
export function problemOfActing({ isStation, assigned, workCenterIds, isProven }: Acting, field = 'actingUserId'): Problem | null {
  if (!isStation) return { code: 'NOT_A_STATION', field }
  if (assigned.length === 0 && workCenterIds.length === 0) return { code: 'NOT_ASSIGNED', field }
  const missing = workCenterIds.find((id) => !assigned.includes(id))
  if (missing !== undefined) return { code: 'NOT_ASSIGNED', field, params: { id: missing } }
  return isProven ? null : { code: 'PIN_REQUIRED', field }
}

/** Returns why an account cannot be a station, or null: only an operator's can, since it sees assigned work centers only (domain.md S-37). */
export function problemOfStation({ role, isStation }: { readonly role: string; readonly isStation: boolean }): Problem | null {
  return isStation && role !== 'OPERATOR' ? { code: 'STATION_NOT_OPERATOR', field: 'isStation', params: { role } } : null
}
