import { isOpen } from './occurrencePlan.ts'
import type { OccurrenceState } from './occurrencePlan.ts'

/**
 * Returns the ids of the occurrences that hold the confirmation of their shift up, ascending (domain.md CL-13): what nobody answered, of checklists that say
 * so. Skipped with a reason, or found out when it was too late, it does not; nor does what was missed and then answered beside it, or given a reason.
 */
export function checklistsHoldingUp(
  occurrences: readonly {
    readonly id: number
    readonly state: OccurrenceState
    readonly isFoundLate: boolean
    /** Whether somebody answered it, or said why not, after it was missed. */
    readonly isMadeGood: boolean
    readonly blocksShift: boolean
  }[],
): readonly number[] {
  return occurrences
    .filter(
      ({ blocksShift, state, isFoundLate, isMadeGood }) =>
        blocksShift && (isOpen(state) || (state === 'MISSED' && !isFoundLate && !isMadeGood)),
    )
    .map(({ id }) => id)
    .toSorted((left, right) => left - right)
}
