import type { Problem } from '#engine/result.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { ChecklistFrequency } from './checklist.ts'
import type { ChecklistTask, TaskWords } from './checklistTask.ts'
import type { TextIn } from './taskWords.ts'

export const MAX_CHECKLIST_NAME = 200
export const MAX_CHECKLIST_GROUP = 100
export const MAX_INSTRUCTIONS = 2_000
export const MAX_TASKS = 100
export const MAX_DESCRIPTION = 500
export const MAX_UNIT = 20
export const MAX_OPTION = 100
export const MAX_OPTIONS = 30
export const MAX_TIMES_OF_DAY = 24
export const MIN_EVERY_MS = 5 * MINUTE_MS
export const MAX_EVERY_MS = 30 * DAY_MS
export const MAX_EVERY_UNITS = 1_000_000_000
export const MAX_SHOW_AFTER_MS = 7 * DAY_MS
export const MAX_ANSWER_WITHIN_MS = 24 * HOUR_MS

/** A checklist as a person enters it; work centers, products, statuses and reasons are checked where they are known. */
export type ChecklistForm = {
  readonly name: string
  readonly group: string | null
  readonly instructions: string | null
  readonly instructionsIn: readonly TextIn[]
  readonly answerWithinMs: number | null
  readonly frequency: ChecklistFrequency
  readonly tasks: readonly ChecklistTask[]
}

/** Returns what is wrong with a checklist, each with its field (`tasks.2.max`) and legal range (domain.md CL-9). */
export function problemsOfChecklist(form: ChecklistForm): readonly Problem[] {
  const taskKeys = form.tasks.map(({ key }) => key)
  return [
    ...lengthProblems('name', form.name, 1, MAX_CHECKLIST_NAME),
    ...lengthProblems('group', form.group ?? '', 0, MAX_CHECKLIST_GROUP),
    ...lengthProblems('instructions', form.instructions ?? '', 0, MAX_INSTRUCTIONS),
    ...languageProblems('instructionTranslations', form.instructionsIn),
    ...form.instructionsIn.flatMap(({ language, text }) =>
      lengthProblems(`instructionTranslations.${language}`, text, 0, MAX_INSTRUCTIONS),
    ),
    ...rangeProblems('answerWithinMs', form.answerWithinMs, MINUTE_MS, MAX_ANSWER_WITHIN_MS),
    ...problemsOfFrequency(form.frequency),
    ...(form.tasks.length === 0 ? [{ code: 'REQUIRED', field: 'tasks' }] : []),
    ...rangeProblems('tasks', form.tasks.length === 0 ? null : form.tasks.length, 1, MAX_TASKS),
    ...form.tasks.flatMap((task, index) => [
      ...(taskKeys.indexOf(task.key) === index ? [] : [{ code: 'NOT_UNIQUE', field: `tasks.${index}.key`, params: { value: task.key } }]),
      ...problemsOfTask(task, `tasks.${index}`, form.tasks.slice(0, index)),
    ]),
  ]
}

/** Returns what is wrong with when a checklist is due; fields of other sources are not looked at. */
export function problemsOfFrequency(frequency: ChecklistFrequency): readonly Problem[] {
  const { source, everyMs, everyUnits, showAfterMs, showAt } = frequency
  switch (source) {
    case 'REGULAR_INTERVALS':
      return everyMs === null
        ? [{ code: 'REQUIRED', field: 'frequency.everyMs' }]
        : rangeProblems('frequency.everyMs', everyMs, MIN_EVERY_MS, MAX_EVERY_MS)
    case 'QUANTITY_PRODUCED':
      return everyUnits === null
        ? [{ code: 'REQUIRED', field: 'frequency.everyUnits' }]
        : rangeProblems('frequency.everyUnits', everyUnits, 1, MAX_EVERY_UNITS)
    case 'DAILY_SCHEDULE': {
      if (showAt.length === 0) return [{ code: 'REQUIRED', field: 'frequency.showAt' }]
      const wrong = showAt.find((time) => !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
      if (wrong !== undefined) return [{ code: 'INVALID_FORMAT', field: 'frequency.showAt', params: { example: '14:30' } }]
      return rangeProblems('frequency.showAt', showAt.length, 1, MAX_TIMES_OF_DAY)
    }
    case 'STATUS':
    case 'REASON':
      return rangeProblems('frequency.showAfterMs', showAfterMs, 0, MAX_SHOW_AFTER_MS)
    case 'LOSS_REASON':
      return []
  }
}

function problemsOfTask(task: ChecklistTask, path: string, earlier: readonly ChecklistTask[]): readonly Problem[] {
  const problems: Problem[] = [
    ...lengthProblems(`${path}.description`, task.description, 1, MAX_DESCRIPTION),
    ...lengthProblems(`${path}.message`, task.message ?? '', 0, MAX_DESCRIPTION),
    ...lengthProblems(`${path}.unit`, task.unit ?? '', 0, MAX_UNIT),
  ]
  if (task.type === 'MEASUREMENT' && task.min !== null && task.max !== null && task.min > task.max) {
    problems.push({ code: 'VALUE_OUT_OF_RANGE', field: `${path}.max`, params: { value: task.max, min: task.min } })
  }
  if (task.type === 'SELECT') problems.push(...problemsOfOptions(task, path))
  const words = task.translations ?? []
  problems.push(...languageProblems(`${path}.translations`, words), ...words.flatMap((one) => problemsOfWords(task, one, path)))
  if (task.dependsOn !== null) {
    const other = earlier.find(({ key }) => key === task.dependsOn?.taskKey)
    const answers = other?.type === 'YES_NO' ? ['yes', 'no'] : other?.type === 'SELECT' ? other.options : []
    // One level: what depends on a task that is not asked itself would be hard to read.
    if (other === undefined || other.dependsOn !== null || !answers.includes(task.dependsOn.answer)) {
      problems.push({ code: 'TASK_CONDITION_NOT_VALID', field: `${path}.dependsOn` })
    }
  }
  return problems
}

function problemsOfOptions({ options, expectedOptions }: ChecklistTask, path: string): readonly Problem[] {
  const twice = options.find((one, index) => options.indexOf(one) !== index)
  const unknown = expectedOptions.find((one) => !options.includes(one))
  return [
    ...rangeProblems(`${path}.options`, options.length, 2, MAX_OPTIONS),
    ...options.flatMap((option) => lengthProblems(`${path}.options`, option, 1, MAX_OPTION)),
    ...(twice === undefined ? [] : [{ code: 'NOT_UNIQUE', field: `${path}.options`, params: { value: twice } }]),
    ...(unknown === undefined ? [] : [{ code: 'OPTION_NOT_OFFERED', field: `${path}.expectedOptions`, params: { value: unknown } }]),
  ]
}

function problemsOfWords(task: ChecklistTask, { language, description, message, options }: TaskWords, path: string): readonly Problem[] {
  const field = (name: string): string => `${path}.translations.${language}.${name}`
  const given = options.filter((option) => option.trim() !== '')
  const twice = given.find((one, index) => given.indexOf(one) !== index)
  const count = task.options.length
  // One that is left out would give its place, and its words, to the next.
  const isEach = options.length === 0 || (options.length === count && given.length === count)
  return [
    ...lengthProblems(field('description'), description ?? '', 0, MAX_DESCRIPTION),
    ...lengthProblems(field('message'), message ?? '', 0, MAX_DESCRIPTION),
    ...options.flatMap((option) => lengthProblems(field('options'), option, 0, MAX_OPTION)),
    ...(isEach
      ? []
      : [
          {
            code: 'VALUE_OUT_OF_RANGE',
            field: field('options'),
            params: { value: options.length > count ? options.length : given.length, min: count, max: count },
          },
        ]),
    ...(twice === undefined ? [] : [{ code: 'NOT_UNIQUE', field: field('options'), params: { value: twice } }]),
  ]
}

function languageProblems(field: string, words: readonly { readonly language: string }[]): readonly Problem[] {
  const twice = words.find((one, index) => words.findIndex(({ language }) => language === one.language) < index)
  return twice === undefined ? [] : [{ code: 'NOT_UNIQUE', field, params: { value: twice.language } }]
}

function lengthProblems(field: string, text: string, min: number, max: number): readonly Problem[] {
  const { length } = text.trim()
  if (length === 0 && min > 0) return [{ code: 'REQUIRED', field }]
  return length > max ? [{ code: 'LENGTH_OUT_OF_RANGE', field, params: { min, max } }] : []
}

function rangeProblems(field: string, value: number | null, min: number, max: number): readonly Problem[] {
  return value === null || (value >= min && value <= max) ? [] : [{ code: 'VALUE_OUT_OF_RANGE', field, params: { value, min, max } }]
}
