import type { Problem } from '#engine/result.ts'
import type { AnswerResult, ChecklistAnswer, ChecklistResult, ChecklistTask } from './checklistTask.ts'

export const MAX_ANSWER_TEXT = 2_000
export const MAX_ANSWER_COMMENT = 1_000
export const MAX_ANSWER_FILES = 10
export const MAX_ATTEMPTS = 20
const MAX_NUMBER = 1_000_000_000_000

/** Returns how an answer stands against what its task expects (domain.md CL-6): limits are inclusive, "not applicable" is no deviation. */
export function resultOfAnswer(task: ChecklistTask, answer: ChecklistAnswer | undefined): AnswerResult {
  if (answer === undefined) return 'UNANSWERED'
  if (answer.isNotApplicable) return task.notApplicable ? 'NOT_APPLICABLE' : 'UNANSWERED'
  const judged = (isGiven: boolean, isExpected: boolean): AnswerResult => (isGiven ? (isExpected ? 'OK' : 'DEVIATION') : 'UNANSWERED')
  switch (task.type) {
    case 'YES_NO':
      return judged(answer.yes !== null, task.expectedAnswer === null || answer.yes === task.expectedAnswer)
    case 'MEASUREMENT':
      return judged(answer.number !== null, isWithinLimits(task, answer.number ?? Number.NaN))
    case 'ENTER_TEXT':
      return judged((answer.text ?? '').trim().length > 0, true)
    case 'MARK_AS_DONE':
      return judged(answer.isDone, true)
    case 'SELECT':
      return judged(
        answer.options.length > 0,
        task.expectedOptions.length === 0 || answer.options.every((one) => task.expectedOptions.includes(one)),
      )
    case 'ATTACH_FILE':
      return judged(answer.fileIds.length > 0, true)
  }
}

/** Returns whether the number lies within the limits of a measurement; both limits belong to it. */
export function isWithinLimits({ min, max }: Pick<ChecklistTask, 'max' | 'min'>, value: number): boolean {
  return value >= (min ?? -Infinity) && value <= (max ?? Infinity)
}

/** Returns the tasks that are asked after these answers: those without a condition, and those whose condition holds. */
export function askedTasks(tasks: readonly ChecklistTask[], answers: readonly ChecklistAnswer[]): readonly ChecklistTask[] {
  return tasks.filter(({ dependsOn }) => {
    if (dependsOn === null) return true
    const answer = answers.find(({ taskKey }) => taskKey === dependsOn.taskKey)
    if (answer === undefined || answer.isNotApplicable) return false
    return answer.yes === null ? answer.options.includes(dependsOn.answer) : (answer.yes ? 'yes' : 'no') === dependsOn.answer
  })
}

/** Returns what of an answer can never be kept, whatever the others are: `field` is the key of the task. */
export function problemOfAnswer(task: ChecklistTask, answer: ChecklistAnswer): Problem | null {
  const field = task.key
  const tooLong = (text: string | null, max: number): boolean => (text?.length ?? 0) > max
  if (answer.isNotApplicable && !task.notApplicable) return { code: 'NOT_APPLICABLE_REFUSED', field }
  for (const value of [answer.number, ...answer.attempts]) {
    if (value === null || Math.abs(value) <= MAX_NUMBER) continue
    return { code: 'VALUE_OUT_OF_RANGE', field, params: { value, min: -MAX_NUMBER, max: MAX_NUMBER } }
  }
  if (tooLong(answer.text, MAX_ANSWER_TEXT)) return { code: 'LENGTH_OUT_OF_RANGE', field, params: { min: 0, max: MAX_ANSWER_TEXT } }
  if (tooLong(answer.comment, MAX_ANSWER_COMMENT))
    return { code: 'LENGTH_OUT_OF_RANGE', field, params: { min: 0, max: MAX_ANSWER_COMMENT } }
  const unknown = answer.options.find((one) => !task.options.includes(one))
  if (unknown !== undefined) return { code: 'OPTION_NOT_OFFERED', field, params: { value: unknown } }
  const most = { options: task.allowMultipleSelection ? task.options.length : 1, files: MAX_ANSWER_FILES, attempts: MAX_ATTEMPTS }
  const counts = { options: new Set(answer.options).size, files: answer.fileIds.length, attempts: answer.attempts.length }
  for (const what of ['options', 'files', 'attempts'] as const) {
    if (counts[what] > most[what]) return { code: 'VALUE_OUT_OF_RANGE', field, params: { value: counts[what], min: 0, max: most[what] } }
  }
  return null
}

/** Returns what keeps the answers from being handed in, in the order of the tasks (domain.md CL-6); `field` is the key of the task. */
export function problemsOfSubmission(
  { tasks, signatureRequired }: { readonly tasks: readonly ChecklistTask[]; readonly signatureRequired: boolean },
  answers: readonly ChecklistAnswer[],
  isSigned: boolean,
): readonly Problem[] {
  const problems: Problem[] = askedTasks(tasks, answers).flatMap((task): Problem[] => {
    const answer = answers.find(({ taskKey }) => taskKey === task.key)
    const result = resultOfAnswer(task, answer)
    const field = task.key
    if (result === 'NOT_APPLICABLE') return []
    if (result === 'UNANSWERED') return task.isRequired ? [{ code: 'CHECKLIST_TASK_REQUIRED', field }] : []
    if (task.photoProofRequired && answer?.fileIds.length === 0) return [{ code: 'PHOTO_REQUIRED', field }]
    const lacksWord = task.type === 'MEASUREMENT' && result === 'DEVIATION' && (answer?.comment ?? '').trim().length === 0
    return lacksWord ? [{ code: 'OUT_OF_LIMIT_COMMENT', field, params: limitsOf(task) }] : []
  })
  return signatureRequired && !isSigned ? [...problems, { code: 'REQUIRED', field: 'signature' }] : problems
}

/** Returns the result of all answers: a deviation if one of the asked tasks has one. */
export function resultOfAnswers(tasks: readonly ChecklistTask[], answers: readonly ChecklistAnswer[]): ChecklistResult {
  return deviationsOf(tasks, answers).length > 0 ? 'DEVIATION' : 'OK'
}

/** Returns the asked tasks whose answer is not as expected. */
export function deviationsOf(tasks: readonly ChecklistTask[], answers: readonly ChecklistAnswer[]): readonly ChecklistTask[] {
  return askedTasks(tasks, answers).filter((task) => {
    const answer = answers.find(({ taskKey }) => taskKey === task.key)
    return resultOfAnswer(task, answer) === 'DEVIATION'
  })
}

/** Returns the text that a signature is made over: the same for the same version, answers and files, in whatever order they came (domain.md CL-8). */
export function signedText(signed: {
  readonly checklistId: number
  readonly version: number
  readonly workCenterId: number
  readonly answers: readonly ChecklistAnswer[]
  /** By id of the file. */
  readonly fileHashes: Readonly<Record<string, string>>
}): string {
  const answers = signed.answers
    .toSorted((left, right) => (left.taskKey < right.taskKey ? -1 : 1))
    .map(({ taskKey, isNotApplicable, yes, number, text, isDone, options, fileIds, comment, attempts, answeredAt }) => ({
      taskKey,
      isNotApplicable,
      yes,
      number,
      text,
      isDone,
      options: options.toSorted(),
      files: fileIds.map((id) => signed.fileHashes[id] ?? '').toSorted(),
      comment,
      attempts,
      answeredAt,
    }))
  const { checklistId, version, workCenterId } = signed
  return JSON.stringify({ checklistId, version, workCenterId, answers })
}

function limitsOf({ min, max, unit }: ChecklistTask): NonNullable<Problem['params']> {
  return { ...(min !== null && { min }), ...(max !== null && { max }), unit: unit ?? '' }
}
