import type { Severity } from '#engine/notification/notificationType.ts'
import type { OccurrenceState } from './occurrencePlan.ts'

/** Returns how grave it is that the occurrence was missed; null = nobody is told: the checklist does not say so, or it was found out too late (domain.md CL-12). */
export function severityOfMissed(
  { missedSeverity }: { readonly missedSeverity: Severity | null },
  { state, isFoundLate }: { readonly state: OccurrenceState; readonly isFoundLate: boolean },
): Severity | null {
  return state === 'MISSED' && !isFoundLate ? missedSeverity : null
}
