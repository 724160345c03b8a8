import type { ShiftIssue } from './blockingIssues.ts'
import type { ShiftStatus } from './shiftStatus.ts'

/** How much a comment says at least, when it stands for issues that are left open or for a reason to open a shift again (domain.md S-45, S-46). */
export const MIN_COMMENT_LENGTH = 3

export type ConfirmationRefusal = 'CONFLICT' | 'SHIFT_CONFIRMED' | 'SHIFT_HAS_ISSUES' | 'SHIFT_IN_PROGRESS' | 'SHIFT_RECALCULATING'

/**
 * Returns why a shift cannot be confirmed, null when it can (domain.md S-44, S-45, E-37, E-39): somebody changed it since the person saw it; it is
 * confirmed already, in progress, or about to get other figures; or issues are left and no comment of three characters stands for them.
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
