import type { Problem } from '#engine/result.ts'

/** The account that writes for a named person, the work centers of that person, and those that are written about. */
type Acting = { readonly isStation: boolean; readonly assigned: readonly number[]; readonly workCenterIds: readonly number[] }

/**
 * Returns why somebody cannot be named as the author of what an account writes, or null: only a station names people, and only operators who are
 * assigned to every work center that is written about, where it is none to one at all (domain.md S-37).
 */
export function problemOfActing({ isStation, assigned, workCenterIds }: Acting, field = 'actingUserId'): Problem | null {
  if (!isStation) return { code: 'NOT_A_STATION', field }
  if (assigned.length === 0 && workCenterIds.length === 0) return { code: 'NOT_ASSIGNED', field }
  const missing = workCenterIds.find((id) => !assigned.includes(id))
  return missing === undefined ? null : { code: 'NOT_ASSIGNED', field, params: { id: missing } }
}

/** Returns why an account cannot be a station, or null: only an operator's can, since it sees assigned work centers only (domain.md S-37). */
export function problemOfStation({ role, isStation }: { readonly role: string; readonly isStation: boolean }): Problem | null {
  return isStation && role !== 'OPERATOR' ? { code: 'STATION_NOT_OPERATOR', field: 'isStation', params: { role } } : null
}
