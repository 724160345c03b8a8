import type { ShiftIssue } from './blockingIssues.ts'
import type { ShiftStatus } from './shiftStatus.ts'

/** Minimum length of a comment that stands for open issues, or that reopens a shift (domain.md S-45, S-46). */
export const MIN_COMMENT_LENGTH = 3

export type ConfirmationRefusal = 'CONFLICT' | 'SHIFT_CONFIRMED' | 'SHIFT_HAS_ISSUES' | 'SHIFT_IN_PROGRESS' | 'SHIFT_RECALCULATING'

/**
 * Returns why a shift cannot be confirmed, null when it can (domain.md S-44, S-45, E-37, E-39): changed since the person saw it, already confirmed,
 * in progress, waiting for a recalculation, or issues without a comment of three characters.
 */
export function confirmationRefusal(
  shift: {
    readonly status: ShiftStatus
    readonly version: number
    readonly isRecalculating: boolean
    readonly issues: readonly ShiftIssue[]
  },
  asked: { readonly comment: string | null; readonly version: number | null },
): ConfirmationRefusal | null {
  if (asked.version !== null && asked.version !== shift.version) return 'CONFLICT'
  if (shift.status === 'CONFIRMED') return 'SHIFT_CONFIRMED'
  if (shift.status === 'PROGRESS') return 'SHIFT_IN_PROGRESS'
  if (shift.isRecalculating) return 'SHIFT_RECALCULATING'
  return shift.issues.length > 0 && !saysEnough(asked.comment) ? 'SHIFT_HAS_ISSUES' : null
}

/** Returns whether the comment says something: three characters besides blanks around it. */
export function saysEnough(comment: string | null): boolean {
  return Array.from(comment?.trim() ?? '').length >= MIN_COMMENT_LENGTH
}
