import type { CHECKLIST_SOURCES, CHECKLIST_TASK_TYPES, DeviationAction } from '#engine/checklist/checklist.ts'
import type { Severity } from '#engine/notification/notificationType.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { ChecklistFieldsFragment, ChecklistFrequencyInput, ChecklistInput, ChecklistTaskInput } from '#web/api/generated/graphql.ts'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import { type Locale, LOCALES } from '#web/ui/locale.ts'

export type Source = (typeof CHECKLIST_SOURCES)[number]
export type TaskType = (typeof CHECKLIST_TASK_TYPES)[number]
export type TimeUnit = 'h' | 'min'

/** The words of a task in another language, as they are typed: options one a line, in the order of the task's own. */
export type WordValues = { readonly description: string; readonly message: string; readonly options: string }

/** A task as it is typed. */
export type TaskValues = {
  readonly id: string
  readonly description: string
  readonly type: TaskType
  /** '' = either is fine. */
  readonly expected: '' | 'no' | 'yes'
  readonly isRequired: boolean
  readonly photoProofRequired: boolean
  readonly photoFromCameraOnly: boolean
  readonly notApplicable: boolean
  readonly value: string
  readonly min: string
  readonly max: string
  readonly unit: string
  readonly message: string
  readonly isMultiple: boolean
  /** One a line; `*` before those that are expected. */
  readonly options: string
  /** What follows from an answer that is not as expected (domain.md CL-12). */
  readonly onDeviation: DeviationAction
  /** `task/answer`, '' = always asked. */
  readonly dependsOn: string
  readonly words: Partial<Readonly<Record<Locale, WordValues>>>
}

/** A checklist as it is typed. */
export type ChecklistValues = {
  readonly name: string
  readonly group: string
  readonly active: boolean
  readonly workCenterIds: readonly number[]
  readonly products: readonly { readonly id: number; readonly name: string }[]
  readonly source: Source
  readonly every: string
  readonly everyUnit: TimeUnit
  readonly after: string
  readonly afterUnit: TimeUnit
  readonly times: string
  readonly statusId: string
  readonly reasonId: string
  readonly resetAtShiftStart: boolean
  readonly resetAtProductChangeover: boolean
  readonly pauseDuringDowntime: boolean
  readonly allowManualActivation: boolean
  /** Minutes; '' = until the shift ends. */
  readonly within: string
  readonly instructions: string
  /** In which languages more it is written. */
  readonly languages: readonly Locale[]
  readonly instructionsIn: Partial<Readonly<Record<Locale, string>>>
  readonly signatureRequired: boolean
  readonly blocksShift: boolean
  /** '' = nobody is told. */
  readonly missedSeverity: '' | Severity
  readonly tasks: readonly TaskValues[]
}

/** How long a unit of time is. */
export const UNIT_MS: Readonly<Record<TimeUnit, number>> = { h: HOUR_MS, min: MINUTE_MS }

/** Returns a new checklist as the form shows it. */
export function newChecklist(taskId: string): ChecklistValues {
  return {
    name: '',
    group: '',
    active: true,
    workCenterIds: [],
    products: [],
    source: 'REGULAR_INTERVALS',
    every: '2',
    everyUnit: 'h',
    after: '0',
    afterUnit: 'min',
    times: '',
    statusId: '',
    reasonId: '',
    resetAtShiftStart: true,
    resetAtProductChangeover: false,
    pauseDuringDowntime: false,
    allowManualActivation: true,
    within: '',
    instructions: '',
    languages: [],
    instructionsIn: {},
    signatureRequired: false,
    blocksShift: false,
    missedSeverity: '',
    tasks: [newTask(taskId)],
  }
}

/** Returns a new task. */
export function newTask(id: string): TaskValues {
  return {
    id,
    description: '',
    type: 'YES_NO',
    expected: 'yes',
    isRequired: true,
    photoProofRequired: false,
    photoFromCameraOnly: false,
    notApplicable: false,
    value: '',
    min: '',
    max: '',
    unit: '',
    message: '',
    isMultiple: false,
    options: '',
    onDeviation: 'NONE',
    dependsOn: '',
    words: {},
  }
}

/** Returns the words of a task in a language, as far as they are typed. */
export function wordsIn(task: TaskValues, language: Locale): WordValues {
  return task.words[language] ?? { description: '', message: '', options: '' }
}

/** Returns a stored checklist as the form shows it. */
export function valuesOf(checklist: ChecklistFieldsFragment, locale: string): ChecklistValues {
  const { frequency } = checklist
  const isOfUnits = frequency.source === 'QUANTITY_PRODUCED'
  const every = isOfUnits ? { value: frequency.showEvery, unit: 'h' as const } : timeOf(frequency.showEvery)
  const afterUnit = frequency.showAfterUnit === 'HOURS' ? 'h' : 'min'
  return {
    name: checklist.name,
    group: checklist.group ?? '',
    active: checklist.active,
    workCenterIds: checklist.workCenters.map(({ id }) => id),
    products: checklist.products.map(({ id, name }) => ({ id, name })),
    source: frequency.source,
    every: numberText(every.value, locale),
    everyUnit: every.unit,
    after: numberText((frequency.showAfter * SECOND_MS) / UNIT_MS[afterUnit], locale),
    afterUnit,
    times: frequency.showAt.join(' '),
    statusId: String(frequency.status?.id ?? ''),
    reasonId: String(frequency.reason?.id ?? ''),
    resetAtShiftStart: frequency.resetAtShiftStart,
    resetAtProductChangeover: frequency.resetAtProductChangeover,
    pauseDuringDowntime: frequency.pauseDuringDowntime,
    allowManualActivation: frequency.allowManualActivation,
    within: checklist.answerWithin === null ? '' : numberText((checklist.answerWithin * SECOND_MS) / MINUTE_MS, locale),
    instructions: checklist.instructions ?? '',
    languages: languagesOf(checklist),
    instructionsIn: Object.fromEntries(checklist.instructionTranslations.map((one) => [one.language, one.text])),
    signatureRequired: checklist.signatureRequired,
    blocksShift: checklist.blocksShift,
    missedSeverity: checklist.missedSeverity ?? '',
    tasks: checklist.tasks.map((task) => ({
      id: task.id,
      description: task.description,
      type: task.type,
      expected: task.expectedAnswer === null ? '' : task.expectedAnswer ? 'yes' : 'no',
      isRequired: task.required,
      photoProofRequired: task.photoProofRequired,
      photoFromCameraOnly: task.photoFromCameraOnly,
      notApplicable: task.notApplicable,
      value: numberText(task.value, locale),
      min: numberText(task.min, locale),
      max: numberText(task.max, locale),
      unit: task.unit ?? '',
      message: task.message ?? '',
      isMultiple: task.allowMultipleSelection,
      options: task.options.map((option) => (task.expectedOptions.includes(option) ? `* ${option}` : option)).join('\n'),
      onDeviation: task.onDeviation,
      dependsOn: task.dependsOn === null ? '' : `${task.dependsOn.taskKey}/${task.dependsOn.answer}`,
      words: Object.fromEntries(
        task.translations.map(({ language, description, message, options }) => [
          language,
          { description: description ?? '', message: message ?? '', options: options.join('\n') },
        ]),
      ),
    })),
  }
}

type PlaceStatuses = {
  readonly id: number
  readonly statusRules: readonly { readonly id: number; readonly name: string; readonly archived: boolean }[]
}
type StatusChoice = { readonly id: string; readonly name: string; readonly isEverywhere: boolean }

/**
 * Returns the statuses after which a checklist may be asked, by name: those that all of its machines have, of all machines those that any has. A status belongs
 * to one machine, and stands for those of its name at the others. What is archived is had no more; what was chosen before and not all have stays, and is marked.
 */
export function statusChoices(
  { statusId, workCenterIds }: Pick<ChecklistValues, 'statusId' | 'workCenterIds'>,
  all: readonly PlaceStatuses[],
): readonly StatusChoice[] {
  const places = all
    .filter(({ id }) => workCenterIds.length === 0 || workCenterIds.includes(id))
    .map(({ statusRules }) => ({ statusRules: statusRules.filter(({ archived }) => !archived) }))
  const rules = (workCenterIds.length === 0 ? places : places.slice(0, 1)).flatMap(({ statusRules }) => statusRules)
  const chosen = all.flatMap(({ statusRules }) => statusRules).find(({ id }) => String(id) === statusId)
  const isAt = (name: string) =>
    workCenterIds.length === 0 || places.every(({ statusRules }) => statusRules.some((one) => one.name === name))
  const names = new Map(rules.filter(({ name }) => isAt(name)).map(({ id, name }) => [name, String(id)]))
  const choices = [...names].map(([name, id]): StatusChoice => ({ id: name === chosen?.name ? statusId : id, name, isEverywhere: true }))
  if (chosen === undefined || names.has(chosen.name)) return choices
  return [...choices, { id: statusId, name: chosen.name, isEverywhere: false }]
}

/** Returns the frequency as the API takes it. */
export function frequencyOf(values: ChecklistValues, locale: string): ChecklistFrequencyInput {
  const every = readNumber(values.every, locale)
  const after = readNumber(values.after, locale)
  const isOfStops = values.source === 'STATUS' || values.source === 'REASON' || values.source === 'LOSS_REASON'
  return {
    source: values.source,
    showEvery:
      every === null || Number.isNaN(every)
        ? null
        : values.source === 'QUANTITY_PRODUCED'
          ? every
          : (every * UNIT_MS[values.everyUnit]) / SECOND_MS,
    showAfter: isOfStops && after !== null && after >= 0 ? Math.round((after * UNIT_MS[values.afterUnit]) / SECOND_MS) : 0,
    showAfterUnit: values.afterUnit === 'h' ? 'HOURS' : 'MINUTES',
    showAt: values.times.split(/[\s,;]+/).filter((time) => time !== ''),
    statusId: values.source === 'STATUS' && values.statusId !== '' ? Number(values.statusId) : null,
    reasonId: (values.source === 'REASON' || values.source === 'LOSS_REASON') && values.reasonId !== '' ? Number(values.reasonId) : null,
    resetAtShiftStart: values.resetAtShiftStart,
    resetAtProductChangeover: values.resetAtProductChangeover,
    pauseDuringDowntime: values.pauseDuringDowntime,
    allowManualActivation: values.allowManualActivation,
  }
}

/** Returns the checklist as the API takes it. */
export function inputOf(values: ChecklistValues, stored: ChecklistFieldsFragment | null, locale: string): ChecklistInput {
  const within = readNumber(values.within, locale)
  return {
    ...(stored !== null && { id: stored.id, version: stored.version }),
    name: values.name,
    group: values.group,
    active: values.active,
    workCenterIds: [...values.workCenterIds],
    productIds: values.products.map(({ id }) => id),
    frequency: frequencyOf(values, locale),
    instructions: values.instructions,
    instructionTranslations: values.languages.map((language) => ({ language, text: values.instructionsIn[language] ?? '' })),
    signatureRequired: values.signatureRequired,
    blocksShift: values.blocksShift,
    missedSeverity: values.missedSeverity === '' ? null : values.missedSeverity,
    answerWithin: within === null || Number.isNaN(within) ? null : Math.round((within * MINUTE_MS) / SECOND_MS),
    tasks: values.tasks.map((task) => taskInput(task, values.languages, locale)),
  }
}

function taskInput(task: TaskValues, languages: readonly Locale[], locale: string): ChecklistTaskInput {
  const options = linesOf(task.options).map((line) => ({ text: line.replace(/^\*\s*/, ''), isExpected: line.startsWith('*') }))
  const [taskKey = '', ...answer] = task.dependsOn.split('/')
  const isOf = (...types: readonly TaskType[]): boolean => types.includes(task.type)
  return {
    id: task.id,
    description: task.description,
    type: task.type,
    expectedAnswer: isOf('YES_NO') && task.expected !== '' ? task.expected === 'yes' : null,
    required: task.isRequired,
    photoProofRequired: task.photoProofRequired,
    photoFromCameraOnly: task.photoFromCameraOnly && (isOf('ATTACH_FILE') || task.photoProofRequired),
    notApplicable: task.notApplicable,
    value: isOf('MEASUREMENT') ? finite(readNumber(task.value, locale)) : null,
    min: isOf('MEASUREMENT') ? finite(readNumber(task.min, locale)) : null,
    max: isOf('MEASUREMENT') ? finite(readNumber(task.max, locale)) : null,
    unit: isOf('MEASUREMENT') ? task.unit : null,
    message: task.message,
    allowMultipleSelection: task.isMultiple,
    options: isOf('SELECT') ? options.map(({ text }) => text) : [],
    expectedOptions: isOf('SELECT') ? options.filter(({ isExpected }) => isExpected).map(({ text }) => text) : [],
    onDeviation: isOf('YES_NO', 'MEASUREMENT', 'SELECT') ? task.onDeviation : 'NONE',
    dependsOn: task.dependsOn === '' ? null : { taskKey, answer: answer.join('/') },
    translations: languages.map((language) => {
      const words = wordsIn(task, language)
      const isJudged = isOf('YES_NO', 'MEASUREMENT', 'SELECT')
      return {
        language,
        description: words.description,
        message: isJudged ? words.message : '',
        options: isOf('SELECT') ? linesOf(words.options) : [],
      }
    }),
  }
}

/**
 * Returns the task with other options: translated ones go where their option goes, also while it is typed. What is said of an option that is gone, goes, and a
 * new one has none (domain.md CL-6).
 */
export function withOptions(task: TaskValues, options: string): Pick<TaskValues, 'options' | 'words'> {
  const [was, is] = [optionTexts(task.options), optionTexts(options)]
  const from = sourcesOf(was, is)
  const words = Object.entries(task.words).map(([language, one]) => {
    const said = linesOf(one.options)
    const given = said.length === was.length ? said : one.options.split('\n').map((line) => line.trim())
    const lines = from.map((at) => (at === null ? '' : (given[at] ?? '')))
    return [language, { ...one, options: lines.every((line) => line === '') ? '' : lines.join('\n') }]
  })
  return { options, words: Object.fromEntries(words) }
}

/** Returns where each option stood before; null = it is new. */
function sourcesOf(was: readonly string[], is: readonly string[]): readonly (number | null)[] {
  const free = new Set(was.keys())
  const take = (at: number): number | null => (free.delete(at) ? at : null)
  const inPlace = is.map((text, at) => (was[at] === text ? take(at) : null))
  const from = is.map((text, at) => inPlace[at] ?? take([...free].find((one) => was[one] === text) ?? -1))
  const typed = from.indexOf(null)
  if (was.length !== is.length || !isTyped(was[typed] ?? '', is[typed] ?? '')) return from
  return from.map((at, index) => (index === typed ? take(typed) : at))
}

/** Returns whether one text became the other by what was put in, or taken out, at one place. */
function isTyped(before: string, after: string): boolean {
  const least = Math.min(before.length, after.length)
  let head = 0
  while (head < least && before[head] === after[head]) head++
  let tail = 0
  while (tail < least && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return least > 0 && head + tail >= least
}

function optionTexts(options: string): readonly string[] {
  return linesOf(options).map((line) => line.replace(/^\*\s*/, ''))
}

/** Returns the lines in which something stands. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function languagesOf({ tasks, instructionTranslations }: ChecklistFieldsFragment): readonly Locale[] {
  const said = new Set([...tasks.flatMap(({ translations }) => translations), ...instructionTranslations].map(({ language }) => language))
  return LOCALES.filter((one) => said.has(one))
}

/** Returns the tasks without those of which nothing was typed yet. */
export function withoutEmpty(tasks: readonly TaskValues[]): readonly TaskValues[] {
  return tasks.filter(({ description, options, unit }) => [description, options, unit].some((text) => text.trim() !== ''))
}

/** Returns the checklist with the tasks of a list behind its own, and the languages that the list tells them in. */
export function withImported(
  { tasks, languages }: Pick<ChecklistValues, 'languages' | 'tasks'>,
  imported: Pick<ChecklistValues, 'languages' | 'tasks'>,
): Pick<ChecklistValues, 'languages' | 'tasks'> {
  return {
    tasks: [...withoutEmpty(tasks), ...imported.tasks],
    languages: LOCALES.filter((one) => languages.includes(one) || imported.languages.includes(one)),
  }
}

/** Returns the answers to earlier tasks that a task may depend on. */
export function conditionsFor(
  tasks: readonly TaskValues[],
  index: number,
): readonly { readonly value: string; readonly task: string; readonly answer: string }[] {
  return tasks.slice(0, index).flatMap((task) => {
    if (task.dependsOn !== '') return []
    const answers = task.type === 'YES_NO' ? ['yes', 'no'] : task.type === 'SELECT' ? optionTexts(task.options) : []
    return answers.map((answer) => ({ value: `${task.id}/${answer}`, task: task.description, answer }))
  })
}

/** Returns the list with the item moved so many places, as far as there are. */
export function moved<Item>(list: readonly Item[], index: number, by: number): readonly Item[] {
  const to = Math.min(Math.max(index + by, 0), list.length - 1)
  const rest = list.filter((_item, at) => at !== index)
  return [...rest.slice(0, to), ...list.slice(index, index + 1), ...rest.slice(to)]
}

/** Returns the place that an item of a list gets where it is let go: `middles` are those of all items, top to bottom, as they stand. */
export function placeAt(middles: readonly number[], from: number, at: number): number {
  return middles.filter((middle, index) => index !== from && middle < at).length
}

function finite(value: number | null): number | null {
  return value === null || Number.isNaN(value) ? null : value
}

function timeOf(seconds: number | null): { readonly value: number | null; readonly unit: TimeUnit } {
  if (seconds === null) return { value: null, unit: 'h' }
  const ms = seconds * SECOND_MS
  return ms > 0 && ms % HOUR_MS === 0 ? { value: ms / HOUR_MS, unit: 'h' } : { value: ms / MINUTE_MS, unit: 'min' }
}
