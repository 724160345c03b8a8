import type { Language } from '#engine/user/language.ts'
import type { ChecklistTaskType, DeviationAction } from './checklist.ts'

/** A task is asked only after this answer to an earlier one: `yes` of a YES_NO, an option of a SELECT. */
export type TaskCondition = { readonly taskKey: string; readonly answer: string }

/** The words of a task in another language; null is as it was written. */
export type TaskWords = {
  readonly language: Language
  readonly description: string | null
  readonly message: string | null
  /** One for each option, in their order; empty = as they were written. */
  readonly options: readonly string[]
}

/** A task of a version of a checklist. Fields of other types are null or empty. */
export type ChecklistTask = {
  /** The same over all versions, so that its answers make one series. */
  readonly key: string
  readonly description: string
  readonly type: ChecklistTaskType
  /** YES_NO: null = either is fine. */
  readonly expectedAnswer: boolean | null
  readonly isRequired: boolean
  readonly photoProofRequired: boolean
  /** Whether photos must be taken then, with the camera. Absent in what older versions asked. */
  readonly photoFromCameraOnly?: boolean
  /** Whether "not applicable" may be answered. */
  readonly notApplicable: boolean
  /** MEASUREMENT: what it is to be; shown, not judged. */
  readonly value: number | null
  /** MEASUREMENT: inclusive. */
  readonly min: number | null
  readonly max: number | null
  readonly unit: string | null
  /** What to do when the answer is not as expected. */
  readonly message: string | null
  readonly allowMultipleSelection: boolean
  readonly options: readonly string[]
  /** SELECT: empty = all are fine. */
  readonly expectedOptions: readonly string[]
  readonly onDeviation: DeviationAction
  readonly dependsOn: TaskCondition | null
  /** Absent in what older versions asked. */
  readonly translations?: readonly TaskWords[]
}

/** The answer to a task; only the field of its type is read. */
export type ChecklistAnswer = {
  readonly taskKey: string
  readonly isNotApplicable: boolean
  readonly yes: boolean | null
  readonly number: number | null
  readonly text: string | null
  readonly isDone: boolean
  readonly options: readonly string[]
  readonly fileIds: readonly string[]
  readonly comment: string | null
  /** MEASUREMENT: what was measured before and measured again. */
  readonly attempts: readonly number[]
  /** ms UTC, when it was tapped. */
  readonly answeredAt: number
}

export type AnswerResult = 'DEVIATION' | 'NOT_APPLICABLE' | 'OK' | 'UNANSWERED'
export const CHECKLIST_RESULTS = ['OK', 'DEVIATION'] as const
export type ChecklistResult = (typeof CHECKLIST_RESULTS)[number]
