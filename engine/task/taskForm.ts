import { numberProblem } from '#engine/fields/fieldRules.ts'
import type { Problem } from '#engine/result.ts'
import { saysEnough, MIN_COMMENT_LENGTH } from '#engine/shift/confirmation.ts'
import type { StoredTask } from './operationalTask.ts'

export const MAX_TASK_COMMENT = 1_000
export const MIN_DELAY_SECONDS = 0
export const MAX_DELAY_SECONDS = 3_600
export const DEFAULT_DELAY_SECONDS = 60
export const MIN_REMIND_MINUTES = 5
export const MAX_REMIND_MINUTES = 1_440

/** A plan as a person changes it; left out = as it is. */
export type PlanForm = { readonly delaySeconds?: number | undefined; readonly remindAfterMinutes?: number | null | undefined }

/** Returns what is wrong with a plan, null for nothing: its field and legal range (domain.md T-1). */
export function problemOfPlan({ delaySeconds, remindAfterMinutes }: PlanForm): Problem | null {
  return (
    numberProblem('delaySeconds', delaySeconds, { min: MIN_DELAY_SECONDS, max: MAX_DELAY_SECONDS, isWhole: true }) ??
    numberProblem('remindAfterMinutes', remindAfterMinutes, { min: MIN_REMIND_MINUTES, max: MAX_REMIND_MINUTES, isWhole: true })
  )
}

/** Returns why a person cannot close the task with the comment, null when they can: it is closed, or the comment says too little (domain.md T-5). */
export function problemOfClosing({ closed }: Pick<StoredTask, 'closed'>, comment: string): Problem | null {
  if (closed !== null) return { code: 'TASK_CLOSED', params: { cause: closed.cause } }
  if (saysEnough(comment) && comment.trim().length <= MAX_TASK_COMMENT) return null
  return { code: 'LENGTH_OUT_OF_RANGE', field: 'comment', params: { min: MIN_COMMENT_LENGTH, max: MAX_TASK_COMMENT } }
}
