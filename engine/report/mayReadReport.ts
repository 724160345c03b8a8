import type { AbilityGrants, AbilitySubject } from '#engine/access/abilities.ts'
import type { Problem } from '#engine/result.ts'
import type { ReportType } from './reportKind.ts'

/** What must be readable for a report. */
export const REPORT_SUBJECTS = {
  GENERAL: 'ANALYTICS',
  DOWNTIME: 'LOSSES',
  LOSSES: 'LOSSES',
  SHIFT: 'SHIFTS',
  VIEW: 'ANALYTICS',
} as const satisfies Readonly<Record<ReportType, AbilitySubject>>

/** Returns why the person may not read the report. */
export function mayReadReport({ readable }: Pick<AbilityGrants, 'readable'>, type: ReportType): Problem | null {
  const subject = REPORT_SUBJECTS[type]
  return readable.has(subject) ? null : { code: 'FORBIDDEN', params: { action: 'READ', subject } }
}
