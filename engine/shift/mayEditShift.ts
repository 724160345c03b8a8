import type { AbilityGrants, Role } from '#engine/access/abilities.ts'
import type { Problem } from '#engine/result.ts'
import type { ShiftIssue } from './blockingIssues.ts'
import { confirmationRefusal } from './confirmation.ts'
import type { ConfirmationRefusal } from './confirmation.ts'
import type { ShiftStatus } from './shiftStatus.ts'

/** The state of a shift that decides whether it can be confirmed. */
export type ConfirmableShift = {
  readonly status: ShiftStatus
  readonly version: number
  readonly isRecalculating: boolean
  readonly issues: readonly ShiftIssue[]
}

/** A recorded shift as a comment or a reopening finds it. */
export type RecordedShift = { readonly version: number; readonly storedStatus: ShiftStatus }

/** Returns whether the person may confirm shifts (G-23). */
export function mayConfirmShifts(grants: AbilityGrants): boolean {
  return grants.updatable.has('SHIFTS')
}

/** Returns whether the person may reopen confirmed shifts (domain.md S-46). */
export function mayReopenShifts(grants: AbilityGrants): boolean {
  return grants.modifiable.has('SHIFTS')
}

/** Returns whether the person may comment on shifts: those who may confirm, and operators (G-23). */
export function mayCommentShifts(grants: AbilityGrants, role: Role): boolean {
  return role === 'OPERATOR' || mayConfirmShifts(grants)
}

/** Returns whether the person may open shifts. */
export function mayReadShifts(grants: AbilityGrants): boolean {
  return grants.readable.has('SHIFTS')
}

/** Returns whether the person may see the schedules of shifts. */
export function maySeeSchedules(grants: AbilityGrants): boolean {
  return grants.readable.has('SHIFTS')
}

/** Returns whether the person may change the schedules of shifts and their exceptions (domain.md S-40). */
export function mayEditSchedules(grants: AbilityGrants): boolean {
  return grants.modifiable.has('SHIFTS')
}

/** Returns why the person cannot confirm the shift without a comment now, or null. */
export function problemOfConfirmation(grants: AbilityGrants, shift: ConfirmableShift): 'FORBIDDEN' | ConfirmationRefusal | null {
  return mayConfirmShifts(grants) ? confirmationRefusal(shift, { comment: null, version: null }) : 'FORBIDDEN'
}

/** Returns why the person cannot change the comment of the shift, or null. `seen` is the version that the person saw; null = any. */
export function problemOfShiftComment(
  by: { readonly grants: AbilityGrants; readonly role: Role },
  shift: RecordedShift,
  seen: number | null,
): Problem | null {
  if (!mayCommentShifts(by.grants, by.role)) return { code: 'FORBIDDEN', params: { action: 'UPDATE', subject: 'SHIFTS' } }
  if (seen !== null && seen !== shift.version) return { code: 'CONFLICT', params: { version: shift.version } }
  return shift.storedStatus === 'CONFIRMED' ? { code: 'SHIFT_CONFIRMED' } : null
}

/**
 * Returns why the person cannot reopen the shift, or null (domain.md S-46). An archived work center is not recalculated. `seen` is the version that
 * the person saw; null = any.
 */
export function problemOfReopening(
  grants: AbilityGrants,
  shift: RecordedShift & { readonly isWorkCenterArchived: boolean },
  seen: number | null,
): Problem | null {
  if (!mayReopenShifts(grants)) return { code: 'FORBIDDEN', params: { action: 'MODIFY', subject: 'SHIFTS' } }
  if (seen !== null && seen !== shift.version) return { code: 'CONFLICT', params: { version: shift.version } }
  if (shift.storedStatus !== 'CONFIRMED') return { code: 'SHIFT_NOT_CONFIRMED' }
  return shift.isWorkCenterArchived ? { code: 'WORK_CENTER_ARCHIVED' } : null
}
