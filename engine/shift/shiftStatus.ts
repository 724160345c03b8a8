export const SHIFT_STATUSES = ['CONFIRMED', 'PROGRESS', 'UNCONFIRMED'] as const
export type ShiftStatus = (typeof SHIFT_STATUSES)[number]

/** How long after its end a shift still takes data that comes late. */
export const SHIFT_GRACE_MS = 120_000

/**
 * Returns the status of a shift at an instant: confirmed by a person, else in progress until two minutes after its end, then unconfirmed (domain.md
 * S-44).
 */
export function shiftStatusAt(shift: { readonly isConfirmed: boolean; readonly end: number }, now: number): ShiftStatus {
  if (shift.isConfirmed) return 'CONFIRMED'
  return now < shift.end + SHIFT_GRACE_MS ? 'PROGRESS' : 'UNCONFIRMED'
}
