import { CHECKLIST_SOURCES, CHECKLIST_TASK_TYPES, DEVIATION_ACTIONS, SHOW_AFTER_UNITS } from '#engine/checklist/checklist.ts'
import type { ChecklistFrequency } from '#engine/checklist/checklist.ts'
import type { ChecklistTask, TaskWords } from '#engine/checklist/checklistTask.ts'
import type { TextIn } from '#engine/checklist/taskWords.ts'
import { asId } from '#engine/ids.ts'
import type { ItemId, StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, SECOND_MS } from '#engine/time/durations.ts'
import { isLanguage, LANGUAGES } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { SeverityEnum } from '#server/graphql/enums.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { itemById, ItemRef } from '#server/item/item.graph.ts'
import { lossReasonById, LossReasonRef } from '#server/loss/loss.graph.ts'
import { Refusal } from '#server/refusal.ts'
import { statusRuleById, StatusRuleRef } from '#server/status/status.graph.ts'
import { workCenterById, WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { ChecklistRef, reasonIdOf } from './checklist.graph.ts'
import { archiveChecklist, checklistNotFound, previewFrequency, saveChecklist } from './checklist.service.ts'
import { listChecklists } from './checklist.store.ts'
import { isAt } from './lookAtChecklists.service.ts'

const MAX_PREVIEW_DAYS = 7
const MAX_PREVIEW_PLACES = 20

export const ChecklistSourceEnum = builder.enumType('ChecklistFrequencySource', {
  description: 'REASON: a stop with the reason is over and the reason known. LOSS_REASON: the reason is given while the stop lasts.',
  values: CHECKLIST_SOURCES,
})
export const ChecklistTaskTypeEnum = builder.enumType('ChecklistTaskType', { values: CHECKLIST_TASK_TYPES })
const ShowAfterUnitEnum = builder.enumType('ChecklistShowAfterUnit', { values: SHOW_AFTER_UNITS })
const DeviationActionEnum = builder.enumType('ChecklistDeviationAction', { values: DEVIATION_ACTIONS })

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / SECOND_MS)

const FrequencyRef = builder.objectRef<ChecklistFrequency>('ChecklistFrequency').implement({
  fields: (t) => ({
    source: t.field({ type: ChecklistSourceEnum, resolve: ({ source }) => source }),
    showEvery: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'REGULAR_INTERVALS: seconds between two. QUANTITY_PRODUCED: units between two.',
      resolve: ({ source, everyMs, everyUnits }) => (source === 'QUANTITY_PRODUCED' ? everyUnits : seconds(everyMs)),
    }),
    resetAtShiftStart: t.exposeBoolean('resetAtShiftStart'),
    resetAtProductChangeover: t.exposeBoolean('resetAtProductChangeover'),
    pauseDuringDowntime: t.exposeBoolean('pauseDuringDowntime'),
    allowManualActivation: t.exposeBoolean('allowManualActivation'),
    status: t.field({
      type: StatusRuleRef,
      nullable: true,
      resolve: ({ statusRuleId }, _args, context) =>
        statusRuleId === null ? null : statusRuleById(context).load(asId<StatusRuleId>(statusRuleId)),
    }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: ({ reasonId }, _args, context) => (reasonId === null ? null : lossReasonById(context).load(reasonIdOf(reasonId))),
    }),
    showAfter: t.field({
      type: 'Seconds',
      description: 'After the end of the stop.',
      resolve: ({ showAfterMs }) => showAfterMs / SECOND_MS,
    }),
    showAfterUnit: t.field({
      type: ShowAfterUnitEnum,
      description: 'In which unit people enter showAfter.',
      resolve: ({ showAfterUnit }) => showAfterUnit,
    }),
    showAt: t.stringList({ description: 'Times of day, HH:mm.', resolve: ({ showAt }) => [...showAt] }),
  }),
})

const ConditionRef = builder.objectRef<NonNullable<ChecklistTask['dependsOn']>>('ChecklistTaskCondition').implement({
  fields: (t) => ({
    taskKey: t.exposeString('taskKey'),
    answer: t.exposeString('answer', { description: '`yes`, `no`, or an option.' }),
  }),
})

const TaskWordsRef = builder.objectRef<TaskWords>('ChecklistTaskTranslation').implement({
  fields: (t) => ({
    language: t.exposeString('language'),
    description: t.exposeString('description', { nullable: true, description: 'Null: as it was written.' }),
    message: t.exposeString('message', { nullable: true, description: 'Null: as it was written.' }),
    options: t.stringList({
      description: 'In the order of the options; an empty one, and none at all, are as they were written.',
      resolve: ({ options }) => [...options],
    }),
  }),
})

const TextInRef = builder.objectRef<TextIn>('ChecklistTextTranslation').implement({
  fields: (t) => ({ language: t.exposeString('language'), text: t.exposeString('text') }),
})

export const ChecklistTaskRef = builder.objectRef<ChecklistTask>('ChecklistTask').implement({
  fields: (t) => ({
    id: t.exposeString('key', { description: 'The same over all versions of the checklist.' }),
    description: t.exposeString('description', { description: 'As it was written; see translations.' }),
    type: t.field({ type: ChecklistTaskTypeEnum, resolve: ({ type }) => type }),
    expectedAnswer: t.exposeBoolean('expectedAnswer', { nullable: true }),
    required: t.exposeBoolean('isRequired'),
    photoProofRequired: t.exposeBoolean('photoProofRequired'),
    photoFromCameraOnly: t.boolean({
      description: 'Whether its photos must be taken then, with the camera.',
      resolve: ({ photoFromCameraOnly = false }) => photoFromCameraOnly,
    }),
    notApplicable: t.exposeBoolean('notApplicable', { description: 'Whether "not applicable" may be answered.' }),
    value: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'What is to be measured; shown, not judged.',
      resolve: ({ value }) => value,
    }),
    min: t.expose('min', { type: 'Decimal', nullable: true, description: 'Inclusive.' }),
    max: t.expose('max', { type: 'Decimal', nullable: true }),
    unit: t.exposeString('unit', { nullable: true }),
    message: t.exposeString('message', { nullable: true, description: 'What to do when the answer is not as expected.' }),
    allowMultipleSelection: t.exposeBoolean('allowMultipleSelection'),
    options: t.stringList({ resolve: ({ options }) => [...options] }),
    expectedOptions: t.stringList({ description: 'Empty: all of them.', resolve: ({ expectedOptions }) => [...expectedOptions] }),
    onDeviation: t.field({ type: DeviationActionEnum, resolve: ({ onDeviation }) => onDeviation }),
    dependsOn: t.field({ type: ConditionRef, nullable: true, resolve: ({ dependsOn }) => dependsOn }),
    translations: t.field({
      type: [TaskWordsRef],
      description: 'Its words in other languages.',
      resolve: ({ translations }) => [...(translations ?? [])],
    }),
  }),
})

ChecklistRef.implement({
  description: 'Tasks that people answer at work centers when they are due.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    active: t.exposeBoolean('isActive'),
    isArchived: t.exposeBoolean('isArchived'),
    name: t.exposeString('name'),
    group: t.exposeString('group', { nullable: true }),
    frequency: t.field({ type: FrequencyRef, resolve: ({ frequency }) => frequency }),
    workCenters: t.field({
      type: [WorkCenterRef],
      description: 'Those the caller may see; none = all of the company.',
      resolve: async ({ workCenterIds }, _args, context) => {
        const visible = await context.visibleIds()
        const found = await Promise.all(workCenterIds.map((id) => workCenterById(context).load(id)))
        return found.filter((one) => one !== null && visible?.has(one.id) !== false).filter((one) => one !== null)
      },
    }),
    products: t.field({
      type: [ItemRef],
      description: 'None = all.',
      resolve: async ({ itemIds }, _args, context) => {
        const found = await Promise.all(itemIds.map((id) => itemById(context).load(id)))
        return found.filter((one) => one !== null)
      },
    }),
    instructions: t.exposeString('instructions', { nullable: true }),
    instructionTranslations: t.field({ type: [TextInRef], resolve: ({ instructionsIn }) => [...instructionsIn] }),
    signatureRequired: t.exposeBoolean('signatureRequired'),
    answerWithin: t.field({
      type: 'Seconds',
      nullable: true,
      description: 'Null: until the shift ends.',
      resolve: ({ answerWithinMs }) => seconds(answerWithinMs),
    }),
    tasks: t.field({ type: [ChecklistTaskRef], resolve: ({ tasks }) => [...tasks] }),
    missedSeverity: t.field({
      type: SeverityEnum,
      nullable: true,
      description: 'How grave it is that it was missed, for administrators and users who see the work center; null = nobody is told.',
      resolve: ({ missedSeverity }) => missedSeverity,
    }),
    blocksShift: t.exposeBoolean('blocksShift', {
      description: 'Whether it holds the confirmation of its shift up until it is answered or skipped.',
    }),
    version: t.exposeInt('version'),
  }),
})

const FrequencyInput = builder.inputType('ChecklistFrequencyInput', {
  fields: (t) => ({
    source: t.field({ type: ChecklistSourceEnum, required: true }),
    showEvery: t.field({ type: 'Decimal', description: 'Seconds, or units of QUANTITY_PRODUCED.' }),
    resetAtShiftStart: t.boolean({ defaultValue: false }),
    resetAtProductChangeover: t.boolean({ defaultValue: false }),
    pauseDuringDowntime: t.boolean({ defaultValue: false }),
    allowManualActivation: t.boolean({ defaultValue: false }),
    statusId: t.int(),
    reasonId: t.int(),
    showAfter: t.field({ type: 'Seconds', defaultValue: 0 }),
    showAfterUnit: t.field({ type: ShowAfterUnitEnum, defaultValue: 'MINUTES' }),
    showAt: t.stringList({ defaultValue: [] }),
  }),
})

const ConditionInput = builder.inputType('ChecklistTaskConditionInput', {
  fields: (t) => ({ taskKey: t.string({ required: true }), answer: t.string({ required: true }) }),
})

const LANGUAGE_DESCRIPTION = `One of ${LANGUAGES.join(', ')}.`
const TaskWordsInput = builder.inputType('ChecklistTaskTranslationInput', {
  fields: (t) => ({
    language: t.string({ required: true, description: LANGUAGE_DESCRIPTION }),
    description: t.string(),
    message: t.string(),
    options: t.stringList({ defaultValue: [], description: 'As many as the task has, in their order; or none.' }),
  }),
})

const TextInInput = builder.inputType('ChecklistTextTranslationInput', {
  fields: (t) => ({
    language: t.string({ required: true, description: LANGUAGE_DESCRIPTION }),
    text: t.string({ required: true }),
  }),
})

const TaskInput = builder.inputType('ChecklistTaskInput', {
  fields: (t) => ({
    id: t.string({ required: true, description: '1 to 40 characters; the same over all versions.' }),
    description: t.string({ required: true }),
    type: t.field({ type: ChecklistTaskTypeEnum, required: true }),
    expectedAnswer: t.boolean(),
    required: t.boolean({ defaultValue: true }),
    photoProofRequired: t.boolean({ defaultValue: false }),
    photoFromCameraOnly: t.boolean({ defaultValue: false, description: 'Files that are not sent with `source=CAMERA` are refused.' }),
    notApplicable: t.boolean({ defaultValue: false }),
    value: t.field({ type: 'Decimal' }),
    min: t.field({ type: 'Decimal' }),
    max: t.field({ type: 'Decimal' }),
    unit: t.string(),
    message: t.string(),
    allowMultipleSelection: t.boolean({ defaultValue: false }),
    options: t.stringList({ defaultValue: [] }),
    expectedOptions: t.stringList({ defaultValue: [] }),
    onDeviation: t.field({
      type: DeviationActionEnum,
      defaultValue: 'NONE',
      description: 'NOTIFY: administrators and users who see the work center are told of a deviation.',
    }),
    dependsOn: t.field({ type: ConditionInput }),
    translations: t.field({ type: [TaskWordsInput], defaultValue: [] }),
  }),
})

const ChecklistInput = builder.inputType('ChecklistInput', {
  fields: (t) => ({
    id: t.int({ description: 'Of the checklist that is changed; left out for a new one.' }),
    version: t.int({ description: 'As it was seen; another one is refused as a CONFLICT.' }),
    active: t.boolean({ defaultValue: false }),
    name: t.string({ required: true, description: '1 to 200 characters.' }),
    group: t.string(),
    workCenterIds: t.intList({ description: 'None = all.' }),
    productIds: t.intList({ description: 'None = all.' }),
    frequency: t.field({ type: FrequencyInput, required: true }),
    instructions: t.string(),
    instructionTranslations: t.field({ type: [TextInInput], defaultValue: [] }),
    signatureRequired: t.boolean({ defaultValue: false }),
    answerWithin: t.field({ type: 'Seconds', description: 'A minute to a day; left out: until the shift ends.' }),
    tasks: t.field({ type: [TaskInput], required: true, description: '1 to 100.' }),
    missedSeverity: t.field({ type: SeverityEnum, description: 'Left out = as it is; null = nobody is told that it was missed.' }),
    blocksShift: t.boolean({ description: 'Left out = as it is.' }),
  }),
})

const DueRef = builder.objectRef<{ readonly workCenterId: WorkCenterId; readonly dueAt: number }>('ChecklistDue').implement({
  fields: (t) => ({
    workCenterId: t.int({ resolve: ({ workCenterId }) => workCenterId }),
    dueAt: t.field({ type: 'DateTime', resolve: ({ dueAt }) => dueAt }),
  }),
})

builder.queryFields((t) => ({
  checklists: t.field({
    type: [ChecklistRef],
    authScopes: can('READ', 'CHECKLISTS'),
    description: 'Those of work centers that the caller may see, by group and name.',
    args: { workCenterIds: t.arg.intList() },
    resolve: async (_root, args, context) => {
      const ids = await context.narrowed(args.workCenterIds)
      const all = await context.inTenant((tenant) => listChecklists(tenant))
      return ids === null ? all.map((one) => one) : all.filter((one) => ids.some((id) => isAt(one, id)))
    },
  }),
  checklist: t.field({
    type: ChecklistRef,
    authScopes: can('READ', 'CHECKLISTS'),
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, context) => {
      const [visible, [found]] = [await context.visibleIds(), await context.inTenant((tenant) => listChecklists(tenant, { ids: [id] }))]
      const isVisible =
        visible === null || found?.workCenterIds.length === 0 || found?.workCenterIds.some((one) => visible.has(one)) === true
      if (found === undefined || !isVisible) throw checklistNotFound(id)
      return found
    },
  }),
  previewChecklistFrequency: t.field({
    type: [DueRef],
    authScopes: can('READ', 'CHECKLISTS'),
    description: `When it would have been due, over at most ${MAX_PREVIEW_DAYS} days and the first ${MAX_PREVIEW_PLACES} of the work centers.`,
    args: {
      frequency: t.arg({ type: FrequencyInput, required: true }),
      workCenterIds: t.arg.intList({ required: true }),
      period: t.arg({ type: PeriodInput, required: true }),
    },
    resolve: async (_root, { frequency, workCenterIds, period }, context) => {
      if (period.end <= period.start || period.end - period.start > MAX_PREVIEW_DAYS * DAY_MS)
        throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_PREVIEW_DAYS } })
      const ids = ((await context.narrowed(workCenterIds)) ?? []).slice(0, MAX_PREVIEW_PLACES)
      const places = await Promise.all(ids.map(async (id) => (await context.workCenter(id)).id))
      return [...(await context.inTenant((tenant) => previewFrequency(tenant, frequencyOf(frequency), places, period)))]
    },
  }),
}))

builder.mutationFields((t) => ({
  createOrUpdateChecklist: t.field({
    type: ChecklistRef,
    authScopes: can('MODIFY', 'CHECKLISTS'),
    args: { input: t.arg({ type: ChecklistInput, required: true }), requestKey: t.arg({ type: 'Guid' }) },
    resolve: async (_root, { input, requestKey }, context) => {
      const change = {
        id: input.id ?? null,
        version: input.version ?? null,
        name: input.name,
        group: input.group ?? null,
        isActive: input.active ?? false,
        workCenterIds: [...new Set(input.workCenterIds)].map((id) => asId<WorkCenterId>(id)),
        itemIds: [...new Set(input.productIds)].map((id) => asId<ItemId>(id)),
        frequency: frequencyOf(input.frequency),
        instructions: blankless(input.instructions),
        instructionsIn: (input.instructionTranslations ?? []).flatMap(({ language, text }) => {
          const known = languageOf(language, 'instructionTranslations')
          return text.trim() === '' ? [] : [{ language: known, text: text.trim() }]
        }),
        signatureRequired: input.signatureRequired ?? false,
        answerWithinMs: input.answerWithin == null ? null : input.answerWithin * SECOND_MS,
        tasks: input.tasks.map((task, index) => taskOf(task, index)),
        missedSeverity: input.missedSeverity,
        blocksShift: input.blocksShift ?? undefined,
      }
      const request = requestKey == null ? null : { key: requestKey, operation: 'createOrUpdateChecklist', content: input }
      return await saveChecklist(context.deps, context.member(), change, request)
    },
  }),
  deleteChecklist: t.field({
    type: ChecklistRef,
    authScopes: can('MODIFY', 'CHECKLISTS'),
    description: 'Takes it out of use; what was answered stays.',
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, context) => archiveChecklist(context.deps, context.member(), id),
  }),
}))

function frequencyOf(input: typeof FrequencyInput.$inferInput): ChecklistFrequency {
  const every = input.showEvery ?? null
  const isOfUnits = input.source === 'QUANTITY_PRODUCED'
  return {
    source: input.source,
    everyMs: isOfUnits || every === null ? null : every * SECOND_MS,
    everyUnits: isOfUnits ? every : null,
    resetAtShiftStart: input.resetAtShiftStart ?? false,
    resetAtProductChangeover: input.resetAtProductChangeover ?? false,
    pauseDuringDowntime: input.pauseDuringDowntime ?? false,
    allowManualActivation: input.allowManualActivation ?? false,
    statusRuleId: input.statusId ?? null,
    reasonId: input.reasonId ?? null,
    showAfterMs: (input.showAfter ?? 0) * SECOND_MS,
    showAfterUnit: input.showAfterUnit ?? 'MINUTES',
    showAt: [...new Set(input.showAt)].toSorted(),
  }
}

function taskOf(input: typeof TaskInput.$inferInput, index: number): ChecklistTask {
  return {
    key: input.id,
    description: input.description.trim(),
    type: input.type,
    expectedAnswer: input.expectedAnswer ?? null,
    isRequired: input.required ?? true,
    photoProofRequired: input.photoProofRequired ?? false,
    photoFromCameraOnly: input.photoFromCameraOnly ?? false,
    notApplicable: input.notApplicable ?? false,
    value: input.value ?? null,
    min: input.min ?? null,
    max: input.max ?? null,
    unit: blankless(input.unit),
    message: blankless(input.message),
    allowMultipleSelection: input.allowMultipleSelection ?? false,
    options: (input.options ?? []).map((one) => one.trim()),
    expectedOptions: (input.expectedOptions ?? []).map((one) => one.trim()),
    onDeviation: input.onDeviation ?? 'NONE',
    dependsOn: input.dependsOn ?? null,
    translations: (input.translations ?? []).flatMap((words) => {
      const language = languageOf(words.language, `tasks.${index}.translations`)
      const options = (words.options ?? []).map((one) => one.trim())
      const given = {
        language,
        description: blankless(words.description),
        message: blankless(words.message),
        options: options.every((one) => one === '') ? [] : options,
      }
      return given.description === null && given.message === null && given.options.length === 0 ? [] : [given]
    }),
  }
}

function languageOf(code: string, field: string): Language {
  if (!isLanguage(code)) throw new Refusal({ code: 'INVALID_FORMAT', field, params: { example: LANGUAGES.join(', ') } })
  return code
}

function blankless(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
