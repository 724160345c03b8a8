import { MINUTE_MS } from '#engine/time/durations.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { LOCALES } from '#web/ui/locale.ts'
import { type ChecklistValues, UNIT_MS } from './checklistForm.view.ts'

const WORD_FIELDS = ['description', 'message', 'options'] as const
/** Fields of a task that tell what is wrong with them. */
const TASK_FIELDS: Readonly<Record<string, string>> = {
  description: 'description',
  max: 'max',
  message: 'message',
  unit: 'unit',
  options: 'options',
  expectedOptions: 'options',
  dependsOn: 'dependsOn',
}

/** Returns the name of a task's field in the form; it stays when the task is moved. */
export function taskField(taskId: string, name: string): string {
  return `${name}-${taskId}`
}

/** Returns the name of the field of a task's words in another language. */
export function wordsField(taskId: string, language: string, name: string): string {
  return taskField(taskId, `${name}-${language}`)
}

/** Returns the problem with the field of the form that it belongs to, and its times in the unit that is typed there. */
export function problemInForm(problem: FieldProblem, values: ChecklistValues): FieldProblem {
  switch (problem.field) {
    case 'frequency.everyMs':
      return inUnit(problem, 'every', UNIT_MS[values.everyUnit])
    case 'frequency.everyUnits':
      return inUnit(problem, 'every', 1)
    case 'frequency.showAt':
      return inUnit(problem, 'times', 1)
    case 'frequency.showAfterMs':
      return inUnit(problem, 'after', UNIT_MS[values.afterUnit])
    case 'frequency.statusId':
      return { ...problem, field: 'statusId' }
    case 'answerWithinMs':
      return inUnit(problem, 'within', MINUTE_MS)
    default:
      break
  }
  const [, taskIndex = '', language = '', words = ''] = /^tasks\.(\d+)\.translations\.(\w+)\.(\w+)$/.exec(problem.field ?? '') ?? []
  const translated = values.tasks[Number(taskIndex)]
  if (translated !== undefined && language !== '') return { ...problem, field: wordsField(translated.id, language, words) }
  const [, index = '', name = ''] = /^tasks\.(\d+)\.(\w+)$/.exec(problem.field ?? '') ?? []
  const task = values.tasks[Number(index)]
  const own = TASK_FIELDS[name]
  return task === undefined || own === undefined ? problem : { ...problem, field: taskField(task.id, own) }
}

/** Returns whether the problem is told at a field of a task. */
export function isAtTask({ field }: FieldProblem, { tasks }: ChecklistValues): boolean {
  return tasks.some(
    ({ id }) =>
      Object.values(TASK_FIELDS).some((name) => field === taskField(id, name)) ||
      LOCALES.some((language) => WORD_FIELDS.some((name) => field === wordsField(id, language, name))),
  )
}

function inUnit(problem: FieldProblem, field: string, unitMs: number): FieldProblem {
  const params = Object.entries(problem.params ?? {}).map(([name, value]) => [name, typeof value === 'number' ? value / unitMs : value])
  return { ...problem, field, params: Object.fromEntries(params) }
}
