import type { ShiftDefinition } from './shiftSchedule.ts'

/** A shift as a program sends it: the specification has neither code nor name in it (spec 001 §3, Shift). */
export type ShiftRequest = Omit<ShiftDefinition, 'shiftId' | 'code' | 'name'> & {
  readonly shiftId: number | null
  readonly code: string | null
  readonly name: string | null
}

/** A shift with code and name; without an id it is a new one. */
export type CompleteShift = Omit<ShiftDefinition, 'shiftId'> & { readonly shiftId: number | null }

const CODES = [...'123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Returns the shifts with a missing code or name filled in: of the present shift of the same id, else the first free code, which is the name too. */
export function completeShifts(requests: readonly ShiftRequest[], present: readonly ShiftDefinition[]): readonly CompleteShift[] {
  const presentOf = (shiftId: number | null) => present.find((shift) => shift.shiftId === shiftId)
  const known = requests.map((request) => request.code ?? presentOf(request.shiftId)?.code ?? null)
  const taken = new Set(known)
  return requests.map((request, index) => {
    const code = known[index] ?? freeCode(taken)
    return { ...request, code, name: request.name ?? presentOf(request.shiftId)?.name ?? code }
  })
}

function freeCode(taken: Set<string | null>): string {
  const code = CODES.find((one) => !taken.has(one)) ?? ''
  taken.add(code)
  return code
}

/**
 * Returns the one owner of the shifts: a work center, or 0 for the company. Each shift may name its own, as the specification does; 0 means that of the
 * whole request. Of shifts of different owners it returns the first that does not fit.
 */
export function ownerOfShifts(
  owner: number,
  workCenterIds: readonly number[],
): { readonly owner: number } | { readonly owner: number; readonly strangerAt: number } {
  const owners = workCenterIds.map((id) => id || owner)
  const [first = owner] = owners
  const strangerAt = owners.findIndex((one) => one !== first || (owner !== 0 && one !== owner))
  return strangerAt < 0 ? { owner: first } : { owner: owner || first, strangerAt }
}
