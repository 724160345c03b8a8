import { askedTasks, problemsOfSubmission, resultOfAnswer } from '#engine/checklist/answers.ts'
import type { AnswerResult, ChecklistAnswer, ChecklistTask } from '#engine/checklist/checklistTask.ts'
import { BUSY_MS } from '#engine/checklist/occurrencePlan.ts'
import type { Problem } from '#engine/result.ts'
import { isLanguage } from '#engine/user/language.ts'
import type {
  ChecklistAnswerFieldsFragment,
  ChecklistAnswerInput,
  ChecklistRunQuery,
  ChecklistTaskFieldsFragment,
} from '#web/api/generated/graphql.ts'

/** Returns a task as the engine judges it. */
export function taskOf(task: ChecklistTaskFieldsFragment): ChecklistTask {
  const { id, required, translations, ...rest } = task
  // What this device kept of before there were languages has none.
  const words = (translations ?? []).flatMap((one) => (isLanguage(one.language) ? [{ ...one, language: one.language }] : []))
  return { ...rest, key: id, isRequired: required, translations: words }
}

/** The cache names the type of what it keeps, which no input takes. */
type StoredAnswer = Omit<ChecklistAnswerFieldsFragment, '__typename'> & { readonly __typename?: string }

/** Returns an answer as the engine judges it. */
export function answerOf({ __typename: _, taskId, answeredAt, ...rest }: StoredAnswer): ChecklistAnswer {
  return { ...rest, taskKey: taskId, answeredAt: Date.parse(answeredAt) }
}

/** Returns an answer as the API takes it. */
export function inputOf({ taskKey, answeredAt, ...rest }: ChecklistAnswer): ChecklistAnswerInput {
  return {
    ...rest,
    taskId: taskKey,
    options: [...rest.options],
    fileIds: [...rest.fileIds],
    attempts: [...rest.attempts],
    answeredAt: new Date(answeredAt).toISOString(),
  }
}

/** Returns an empty answer to the task. */
export function noAnswer(taskKey: string, answeredAt: number): ChecklistAnswer {
  return {
    taskKey,
    isNotApplicable: false,
    yes: null,
    number: null,
    text: null,
    isDone: false,
    options: [],
    fileIds: [],
    comment: null,
    attempts: [],
    answeredAt,
  }
}

/** Returns the answer with the time of the tap. */
export function tapped(answer: ChecklistAnswer): ChecklistAnswer {
  return { ...answer, answeredAt: Date.now() }
}

/** What becomes of the answer to a task as it is by then; what takes a while, such as a photo, keeps what was given meanwhile. */
export type AnswerChange = (before: ChecklistAnswer) => ChecklistAnswer

/** Returns the answer to the task once the change is made to the latest one. */
export function changedAnswer(answers: readonly ChecklistAnswer[], taskKey: string, change: AnswerChange): ChecklistAnswer {
  return change(answers.find((answer) => answer.taskKey === taskKey) ?? noAnswer(taskKey, 0))
}

/** Returns the change that gives a part of the answer. */
export function giving(part: Partial<ChecklistAnswer>): AnswerChange {
  return (before) => ({ ...before, isNotApplicable: false, ...part })
}

/** Returns the change of the files of an answer; "not applicable" that was said while one was on its way stays. */
export function givingFiles(filesOf: (fileIds: readonly string[]) => readonly string[], wasNotApplicable: boolean): AnswerChange {
  return (before) => ({
    ...before,
    fileIds: filesOf(before.fileIds),
    isNotApplicable: before.isNotApplicable && !wasNotApplicable,
  })
}

/** Returns the answer with "not applicable" said or taken back: of what was answered only the comment stays. */
export function turnedNotApplicable(before: ChecklistAnswer): ChecklistAnswer {
  return { ...noAnswer(before.taskKey, 0), comment: before.comment, isNotApplicable: !before.isNotApplicable }
}

/** Returns the answers with one in the place of the one before. */
export function withAnswer(answers: readonly ChecklistAnswer[], answer: ChecklistAnswer): readonly ChecklistAnswer[] {
  return [...answers.filter(({ taskKey }) => taskKey !== answer.taskKey), answer]
}

/** Returns the later answer to each task, of what the server kept and of what this device did (domain.md CL-7). */
export function laterAnswers(server: readonly ChecklistAnswer[], device: readonly ChecklistAnswer[]): readonly ChecklistAnswer[] {
  const later = unsentAnswers(server, device)
  return [...server.filter(({ taskKey }) => !later.some((one) => one.taskKey === taskKey)), ...later]
}

/** Returns the answers of this device that the server has not, or has older. */
export function unsentAnswers(server: readonly ChecklistAnswer[], device: readonly ChecklistAnswer[]): readonly ChecklistAnswer[] {
  return device.filter(({ taskKey, answeredAt }) => {
    const there = server.find((one) => one.taskKey === taskKey)
    return there === undefined || there.answeredAt < answeredAt
  })
}

/** Returns who else answers the run, and how far they are; null = nobody, or it is not known who. */
export function otherAnswering(
  run: Pick<NonNullable<ChecklistRunQuery['checklistOccurrence']>, 'draft' | 'startedBy'>,
  tasks: readonly ChecklistTask[],
  viewerId: string,
): { readonly name: string; readonly answered: number; readonly count: number } | null {
  const { startedBy } = run
  const name = startedBy === null ? '' : `${startedBy.firstName} ${startedBy.lastName}`.trim()
  if (startedBy === null || startedBy.id === viewerId || name === '') return null
  const steps = stepsOf(tasks, run.draft.map(answerOf))
  return { name, answered: steps.filter(({ result }) => result !== 'UNANSWERED').length, count: steps.length }
}

/** Returns whether somebody else is answering the run, so that the server takes an answer only from who takes it over: not from who was given it. */
export function isAnsweredNow(
  run: Pick<NonNullable<ChecklistRunQuery['checklistOccurrence']>, 'assignee' | 'seenAt' | 'startedBy' | 'state'>,
  viewerId: string,
  now: number,
): boolean {
  const { startedBy, seenAt, state, assignee } = run
  if (state !== 'STARTED' || startedBy === null || startedBy.id === viewerId || assignee?.id === viewerId) return false
  return seenAt !== null && now - Date.parse(seenAt) < BUSY_MS
}

/** Points of strokes, x, y, x, y …, within 0 and 1. */
export type Strokes = readonly (readonly number[])[]

/** What is said with the hand-in besides the answers. */
export type Closing = {
  readonly name: string
  readonly strokes: Strokes
  /** Why it is corrected. */
  readonly reason: string
}

/** What was given in a run, and what it began with. */
type Given = {
  readonly begun: readonly ChecklistAnswer[]
  readonly answers: readonly ChecklistAnswer[]
  readonly closing: Closing
  readonly isCorrection: boolean
  /** The last answers did not arrive yet. */
  readonly isUnsaved: boolean
}

/** Returns whether leaving the run loses something: answers of a correction, the signature and the reason are sent only when it is handed in. */
export function losesOnLeaving({ begun, answers, closing, isCorrection, isUnsaved }: Given): boolean {
  return isUnsaved || (isCorrection && answers !== begun) || closing.strokes.length > 0 || closing.reason !== ''
}

type Address = { readonly pathname: string; readonly search: { readonly run?: unknown } }

/** Returns whether the way leads out of the run, which is a view of the page of checklists. */
export function leavesRun(from: Address, to: Address): boolean {
  return from.pathname !== to.pathname || JSON.stringify(from.search.run) !== JSON.stringify(to.search.run)
}

/** One step of a run: a task that is asked, with its answer so far and how that stands. */
export type Step = { readonly task: ChecklistTask; readonly answer: ChecklistAnswer | undefined; readonly result: AnswerResult }

/** Returns the tasks that are asked after these answers, in their order. */
export function stepsOf(tasks: readonly ChecklistTask[], answers: readonly ChecklistAnswer[]): readonly Step[] {
  return askedTasks(tasks, answers).map((task) => {
    const answer = answers.find(({ taskKey }) => taskKey === task.key)
    return { task, answer, result: resultOfAnswer(task, answer) }
  })
}

/** Returns the step to go on with: the first without an answer, else behind the last. */
export function firstOpen(steps: readonly Step[]): number {
  const found = steps.findIndex(({ result }) => result === 'UNANSWERED')
  return found === -1 ? steps.length : found
}

/** Returns what is still missing, each with the step that it belongs to; -1 for the signature. */
export function missingOf(
  tasks: readonly ChecklistTask[],
  answers: readonly ChecklistAnswer[],
  { signatureRequired, isSigned }: { readonly signatureRequired: boolean; readonly isSigned: boolean },
): readonly { readonly problem: Problem; readonly step: number }[] {
  const steps = stepsOf(tasks, answers)
  return problemsOfSubmission({ tasks, signatureRequired }, answers, isSigned).map((problem) => ({
    problem,
    step: steps.findIndex(({ task }) => task.key === problem.field),
  }))
}

/** Returns what is typed after a key of the number pad: a digit, ',' or DELETE; a sign is turned by '-'. */
export function typedAfter(typed: string, key: string, separator: string): string {
  if (key === 'DELETE') return typed.slice(0, -1)
  if (key === '-') return typed.startsWith('-') ? typed.slice(1) : `-${typed}`
  if (key === ',') return typed.includes(separator) ? typed : `${typed === '' || typed === '-' ? `${typed}0` : typed}${separator}`
  return typed.length >= MOST_DIGITS ? typed : `${typed}${key}`
}

const MOST_DIGITS = 12
