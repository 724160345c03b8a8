import { deviationsOf } from './answers.ts'
import { DEVIATION_ACTIONS } from './checklist.ts'
import type { DeviationAction } from './checklist.ts'
import type { ChecklistAnswer, ChecklistTask } from './checklistTask.ts'

/** What follows from the deviations of one run: one of each kind, with all tasks that ask for it. */
export type DeviationEffect = {
  readonly action: Exclude<DeviationAction, 'NONE'>
  readonly tasks: readonly ChecklistTask[]
}

/** Returns what the answers make, in the order of the actions (domain.md CL-12): nothing where everything is as expected. */
export function deviationEffects(tasks: readonly ChecklistTask[], answers: readonly ChecklistAnswer[]): readonly DeviationEffect[] {
  const deviations = deviationsOf(tasks, answers)
  return DEVIATION_ACTIONS.flatMap((action) => {
    const asking = deviations.filter(({ onDeviation }) => onDeviation === action)
    if (action === 'NONE' || asking.length === 0) return []
    return [{ action, tasks: asking }]
  })
}

/** Returns the ids of the pictures and documents of the answers to the tasks, each once. */
export function filesOf(tasks: readonly ChecklistTask[], answers: readonly ChecklistAnswer[]): readonly string[] {
  return [...new Set(tasks.flatMap(({ key }) => answers.find(({ taskKey }) => taskKey === key)?.fileIds ?? []))]
}

/**
 * Returns what is written of deviations into a request or a note: the name of the checklist, then a line for each task with its value, limits and comment.
 * It has no words of its own, so that it reads in every language; what is longer than allowed ends in an ellipsis.
 */
export function deviationText(
  name: string,
  tasks: readonly ChecklistTask[],
  answers: readonly ChecklistAnswer[],
  maxLength: number,
): string {
  const lines = tasks.map((task) => {
    const answer = answers.find(({ taskKey }) => taskKey === task.key)
    const value = answer === undefined ? '' : valueText(task, answer)
    const comment = answer?.comment?.trim() ?? ''
    return `${task.description}${value === '' ? '' : `: ${value}`}${comment === '' ? '' : ` – ${comment}`}`
  })
  const text = [name, ...lines].join('\n')
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`
}

/** Where a checklist is answered. */
export type ChecklistPlace = { readonly checklistId: number; readonly workCenterId: number }

/**
 * Returns how the subjects of all requests from the checklist at the work center begin: their tasks follow behind a slash. Before version 0610 of the
 * database a subject was this alone, about every task.
 */
export function subjectsOfChecklist({ checklistId, workCenterId }: ChecklistPlace): string {
  return `checklist/${checklistId}/${workCenterId}`
}

/** Returns the beginning that all subjects share which may be about the same as this one. */
export function beginOfSubject(subject: string): string {
  return subject.split('/', 3).join('/')
}

/** Deviations that are reported in one request, under its subject. */
export type DeviationReport = { readonly subject: string; readonly tasks: readonly ChecklistTask[] }

/**
 * Returns in which request each deviation is reported (domain.md ST-3): in the one of the open subjects that is about the same task, all others together in
 * one of their own, the last. What was reported of a task hides no other deviation of the checklist.
 */
export function reportsOfDeviations(
  place: ChecklistPlace,
  tasks: readonly ChecklistTask[],
  openSubjects: readonly string[],
): readonly DeviationReport[] {
  const begin = `${subjectsOfChecklist(place)}/`
  const subjectOf = (task: ChecklistTask) => openSubjects.find((subject) => sharesDeviation(subject, begin + nameOf(task))) ?? null
  const by = Map.groupBy(tasks, subjectOf)
  const isNew = (subject: string | null) => Number(subject === null)
  // What no open request is about is named by its own tasks alone.
  const fresh = begin + (by.get(null) ?? []).map(nameOf).toSorted().join(',')
  return [...by].toSorted(([a], [b]) => isNew(a) - isNew(b)).map(([subject, about]) => ({ subject: subject ?? fresh, tasks: about }))
}

/** Returns whether both subjects are of one checklist at one work center and name a task that is the same; one without tasks is about all of them. */
export function sharesDeviation(left: string, right: string): boolean {
  if (beginOfSubject(left) !== beginOfSubject(right)) return false
  const [one, other] = [tasksOf(left), tasksOf(right)]
  return one === null || other === null || one.some((key) => other.includes(key))
}

function tasksOf(subject: string): readonly string[] | null {
  return subject.split('/')[3]?.split(',') ?? null
}

/** The key of a task, without the signs that a subject is read by. */
function nameOf({ key }: ChecklistTask): string {
  return encodeURIComponent(key)
}

function valueText(task: ChecklistTask, answer: ChecklistAnswer): string {
  switch (task.type) {
    case 'MEASUREMENT': {
      const unit = task.unit === null ? '' : ` ${task.unit}`
      const limits = task.min === null && task.max === null ? '' : ` (${task.min ?? ''}…${task.max ?? ''})`
      return `${answer.number ?? ''}${unit}${limits}`
    }
    case 'SELECT':
      return answer.options.join(', ')
    case 'YES_NO':
      return answer.yes === true ? '✓' : '✗'
    case 'ENTER_TEXT':
    case 'MARK_AS_DONE':
    case 'ATTACH_FILE':
      return ''
  }
}
