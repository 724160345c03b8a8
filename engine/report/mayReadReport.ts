import type { AbilityGrants, AbilitySubject } from '#engine/access/abilities.ts'
import { mayReadChecklists } from '#engine/checklist/mayUseChecklists.ts'
import type { Problem } from '#engine/result.ts'
import type { ReportType } from './reportKind.ts'

/** What must be readable for a report. */
export const REPORT_SUBJECTS = {
  GENERAL: 'ANALYTICS',
  DOWNTIME: 'LOSSES',
  LOSSES: 'LOSSES',
  SHIFT: 'SHIFTS',
  VIEW: 'ANALYTICS',
  ENERGY: 'ANALYTICS',
} as const satisfies Readonly<Record<ReportType, AbilitySubject>>

/** Returns why the person may not read the report. */
export function mayReadReport({ readable }: Pick<AbilityGrants, 'readable'>, type: ReportType): Problem | null {
  const subject = REPORT_SUBJECTS[type]
  return readable.has(subject) ? null : { code: 'FORBIDDEN', params: { action: 'READ', subject } }
}

/** What a file of a report tells: its type, and whether what became of checklists. */
export type ReportTold = { readonly type: ReportType; readonly hasChecklists?: boolean | undefined }

/** Returns whether the file of the report tells the person what became of checklists. */
export function tellsChecklists(grants: Pick<AbilityGrants, 'readable'>, type: ReportType): boolean {
  return type === 'SHIFT' && mayReadChecklists(grants)
}

/** Returns what must be readable for the file: who may read checklists may read shifts. */
export function subjectOfFile({ type, hasChecklists = false }: ReportTold): AbilitySubject {
  return hasChecklists ? 'CHECKLISTS' : REPORT_SUBJECTS[type]
}

/** Returns whether the person may read all that the file tells. */
export function mayReadFile(grants: Pick<AbilityGrants, 'readable'>, { type, hasChecklists = false }: ReportTold): boolean {
  return mayReadReport(grants, type) === null && (!hasChecklists || mayReadChecklists(grants))
}
