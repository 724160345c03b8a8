import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import type { ChecklistRunQuery } from '#web/api/generated/graphql.ts'
import { keptRows, type KeptRow } from '#web/parts/sentFile/keptRows.ts'
import type { Closing } from './runner.view.ts'

/** A run as it stands on this device: what is asked, what was answered and signed so far. */
export type KeptDraft = KeptRow & {
  readonly run: NonNullable<ChecklistRunQuery['checklistOccurrence']>
  readonly answers: readonly ChecklistAnswer[]
  readonly closing: Closing
}

/** Runs that were begun on this device; each is kept until it is handed in (domain.md CL-10). */
export const keptDrafts = keptRows('drafts', isDraft)

/** Returns the key of a run that a person answers: at a station each of its people has their own. */
export function draftKey(owner: string, userId: string | null, occurrenceId: number): string {
  return `${owner}/${userId ?? ''}/${occurrenceId}`
}

function isDraft(value: unknown): value is KeptDraft {
  return typeof value === 'object' && value !== null && 'key' in value && 'run' in value && 'answers' in value && 'closing' in value
}
