import { FILE_SOURCES } from '#engine/checklist/answerFile.ts'
import { createHash } from 'node:crypto'
import { CHECKLIST_RESULTS } from '#engine/checklist/checklistTask.ts'
import { signedText } from '#engine/checklist/answers.ts'
import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import { OCCURRENCE_STATES } from '#engine/checklist/occurrencePlan.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { tenantLoader } from '#server/graphql/loader.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { itemById, ItemRef } from '#server/item/item.graph.ts'
import { Refusal } from '#server/refusal.ts'
import { userById, UserRef } from '#server/user/user.graph.ts'
import { workCenterById, WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { answeringPeople } from './assigning.service.ts'
import { mayStillBeAnswered, requireOccurrence } from './answering.service.ts'
import { forecastChecklists, MAX_FORECAST_HOURS, MAX_FORECAST_PLACES, MAX_FORECAST_RUNS, MAX_FORECAST_TIMES } from './forecast.service.ts'
import type { Forecast, ForecastRun } from './forecast.service.ts'
import {
  checklistById,
  ChecklistFileRef,
  ChecklistOccurrenceRef,
  ChecklistRef,
  ChecklistSubmissionRef,
  definitionOf,
  filesOf,
  submissionsOf,
} from './checklist.graph.ts'
import { ChecklistSourceEnum, ChecklistTaskRef } from './checklist.schema.ts'
import { hashesOf } from './checklistFile.store.ts'
import { pageOccurrences } from './occurrence.store.ts'
import type { Occurrence } from './occurrence.store.ts'
import { listLastMeasured, SUBMISSION_KINDS } from './submission.store.ts'
import type { LastMeasured } from './submission.store.ts'

const OccurrenceStateEnum = builder.enumType('ChecklistOccurrenceState', { values: OCCURRENCE_STATES })
const ResultEnum = builder.enumType('ChecklistResult', { values: CHECKLIST_RESULTS })
const SubmissionKindEnum = builder.enumType('ChecklistSubmissionKind', {
  description:
    'FIRST counts. ALSO came after it. EXTRA was given outside the window. CORRECTION takes the place of the one before and says why.',
  values: SUBMISSION_KINDS,
})

const FileSourceEnum = builder.enumType('ChecklistFileSource', {
  description: 'CAMERA: taken then. FILE: chosen from what the device had.',
  values: FILE_SOURCES,
})

ChecklistFileRef.implement({
  description: 'A picture or document of an answer. GET /api/checklist-files/{id} answers it.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    name: t.exposeString('name'),
    contentType: t.exposeString('contentType'),
    size: t.exposeInt('size', { description: 'In bytes.' }),
    width: t.exposeInt('width', { nullable: true }),
    height: t.exposeInt('height', { nullable: true }),
    source: t.expose('source', { type: FileSourceEnum, nullable: true, description: 'As its sender said; null: it did not.' }),
  }),
})

const AnswerRef = builder.objectRef<ChecklistAnswer>('ChecklistAnswer').implement({
  fields: (t) => ({
    taskId: t.exposeString('taskKey'),
    isNotApplicable: t.exposeBoolean('isNotApplicable'),
    yes: t.exposeBoolean('yes', { nullable: true }),
    number: t.expose('number', { type: 'Decimal', nullable: true }),
    text: t.exposeString('text', { nullable: true }),
    isDone: t.exposeBoolean('isDone'),
    options: t.stringList({ resolve: ({ options }) => [...options] }),
    fileIds: t.field({ type: ['Guid'], resolve: ({ fileIds }) => [...fileIds] }),
    comment: t.exposeString('comment', { nullable: true }),
    attempts: t.field({
      type: ['Decimal'],
      description: 'What was measured before and measured again.',
      resolve: ({ attempts }) => [...attempts],
    }),
    answeredAt: t.field({ type: 'DateTime', resolve: ({ answeredAt }) => answeredAt }),
  }),
})

const StrokeRef = builder.objectRef<readonly number[]>('ChecklistStroke').implement({
  fields: (t) => ({
    points: t.field({ type: ['Decimal'], description: 'x, y, x, y …, within 0 and 1.', resolve: (points) => [...points] }),
  }),
})

ChecklistSubmissionRef.implement({
  fields: (t) => ({
    id: t.exposeInt('id'),
    kind: t.field({ type: SubmissionKindEnum, resolve: ({ kind }) => kind }),
    answers: t.field({ type: [AnswerRef], resolve: ({ answers }) => [...answers] }),
    result: t.field({ type: ResultEnum, resolve: ({ result }) => result }),
    deviations: t.stringList({ description: 'Ids of the tasks that were not as expected.', resolve: ({ deviations }) => [...deviations] }),
    reason: t.exposeString('reason', { nullable: true }),
    submittedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ submittedBy }, _args, context) => userById(context).load(submittedBy),
    }),
    submittedAt: t.field({ type: 'DateTime', resolve: ({ submittedAt }) => submittedAt }),
    receivedAt: t.field({ type: 'DateTime', resolve: ({ receivedAt }) => receivedAt }),
    signedBy: t.string({ nullable: true, resolve: ({ signature }) => signature?.name ?? null }),
    strokes: t.field({
      type: [StrokeRef],
      nullable: true,
      description: 'Of the signature.',
      resolve: ({ signature }) => signature?.strokes.map((stroke) => stroke.flat()) ?? null,
    }),
    isChangedSince: t.boolean({
      description: 'Whether answers or files differ from what was handed in.',
      resolve: async ({ answers, answersHash, occurrence }, _args, context) => {
        const { checklistId, version, workCenterId, id } = occurrence
        const fileHashes = await context.inTenant((tenant) => hashesOf(tenant, id))
        const text = signedText({ checklistId, version, workCenterId, answers, fileHashes })
        return createHash('sha256').update(text).digest('hex') !== answersHash
      },
    }),
  }),
})

const LastMeasuredRef = builder.objectRef<LastMeasured>('LastMeasured').implement({
  fields: (t) => ({
    taskId: t.exposeString('taskKey'),
    value: t.field({ type: 'Decimal', resolve: ({ value }) => value }),
    unit: t.exposeString('unit', { nullable: true, description: 'That of the task when it was measured.' }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
})

const lastMeasuredOf = tenantLoader(
  (tenant, runs: readonly Occurrence[]) => listLastMeasured(tenant, runs),
  ({ id }) => id,
)

ChecklistOccurrenceRef.implement({
  description: 'A checklist that is or was due at a work center.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    checklist: t.field({
      type: ChecklistRef,
      nullable: true,
      resolve: ({ checklistId }, _args, context) => checklistById(context).load(checklistId),
    }),
    checklistVersion: t.exposeInt('version'),
    tasks: t.field({
      type: [ChecklistTaskRef],
      description: 'Of the version that is or was answered.',
      resolve: async ({ checklistId, version }, _args, context) => [
        ...((await definitionOf(context).load({ checklistId, version }))?.tasks ?? []),
      ],
    }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => workCenterById(context).load(workCenterId),
    }),
    workCenterId: t.int({ resolve: ({ workCenterId }) => workCenterId }),
    product: t.field({
      type: ItemRef,
      nullable: true,
      resolve: ({ itemId }, _args, context) => (itemId === null ? null : itemById(context).load(itemId)),
    }),
    source: t.field({
      type: ChecklistSourceEnum,
      nullable: true,
      description: 'Null: a person started it.',
      resolve: ({ source }) => source,
    }),
    dueAt: t.field({ type: 'DateTime', resolve: ({ dueAt }) => dueAt }),
    closesAt: t.field({ type: 'DateTime', resolve: ({ closesAt }) => closesAt }),
    state: t.field({ type: OccurrenceStateEnum, resolve: ({ state }) => state }),
    mergedCount: t.exposeInt('mergedCount', { description: 'How often it was due until it was answered.' }),
    isFoundLate: t.exposeBoolean('isFoundLate', { description: 'Known only long after it was due: it counts against nobody.' }),
    isReasonGone: t.exposeBoolean('isReasonGone', { description: 'Late data took away what made it due.' }),
    startedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ startedBy }, _args, context) => (startedBy === null ? null : userById(context).load(startedBy)),
    }),
    assignee: t.field({
      type: UserRef,
      nullable: true,
      description: 'Whom it was given to; null = nobody in particular.',
      resolve: ({ assignedTo }, _args, context) => (assignedTo === null ? null : userById(context).load(assignedTo)),
    }),
    seenAt: t.field({ type: 'DateTime', nullable: true, description: 'When it was answered last.', resolve: ({ seenAt }) => seenAt }),
    lastMeasured: t.field({
      type: [LastMeasuredRef],
      nullable: true,
      description: 'What was measured last before it, of the same checklist at the same work center; null = nothing was.',
      resolve: async (occurrence, _args, context) => {
        const { checklistId, version } = occurrence
        const tasks = (await definitionOf(context).load({ checklistId, version }))?.tasks ?? []
        if (!tasks.some(({ type }) => type === 'MEASUREMENT')) return null
        const found = await lastMeasuredOf(context).load(occurrence)
        return found.length === 0 ? null : [...found]
      },
    }),
    draft: t.field({ type: [AnswerRef], description: 'What is answered so far.', resolve: ({ draft }) => [...draft] }),
    result: t.field({ type: ResultEnum, nullable: true, resolve: ({ result }) => result }),
    submittedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ submittedBy }, _args, context) => (submittedBy === null ? null : userById(context).load(submittedBy)),
    }),
    submittedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ submittedAt }) => submittedAt }),
    isReceivedLate: t.boolean({
      description: 'Answered in time, and received after the window.',
      resolve: ({ submittedAt, receivedAt, closesAt }) =>
        submittedAt !== null && receivedAt !== null && submittedAt < closesAt && receivedAt >= closesAt,
    }),
    skipReason: t.exposeString('skipReason', { nullable: true }),
    mayStillBeAnswered: t.boolean({
      description:
        'While it is open; what was missed until its shift is confirmed: handed in too late it is kept beside it, and it stays missed.',
      resolve: (occurrence, _args, context) => context.inTenant((tenant) => mayStillBeAnswered(tenant, occurrence)),
    }),
    submissions: t.field({
      type: [ChecklistSubmissionRef],
      resolve: async (occurrence, _args, context) =>
        (await submissionsOf(context).load(occurrence.id)).map((one) => ({ ...one, occurrence })),
    }),
    files: t.field({ type: [ChecklistFileRef], resolve: async ({ id }, _args, context) => filesOf(context).load(id) }),
  }),
})

const OccurrencesPageRef = pageType<Occurrence>('ChecklistOccurrencesPage', ChecklistOccurrenceRef, { isBounded: true })

const OccurrenceFilterInput = builder.inputType('ChecklistOccurrenceFilter', {
  fields: (t) => ({
    checklistIds: t.intList(),
    workCenterIds: t.intList(),
    states: t.field({ type: [OccurrenceStateEnum] }),
    result: t.field({ type: ResultEnum }),
    period: t.field({ type: PeriodInput, description: 'By when they were due.' }),
  }),
})

const ForecastRunRef = builder.objectRef<ForecastRun>('ChecklistForecastRun').implement({
  fields: (t) => ({
    checklist: t.field({
      type: ChecklistRef,
      nullable: true,
      resolve: ({ checklistId }, _args, context) => checklistById(context).load(checklistId),
    }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => workCenterById(context).load(workCenterId),
    }),
    workCenterId: t.int({ resolve: ({ workCenterId }) => workCenterId }),
    dueAt: t.field({ type: 'DateTime', resolve: ({ dueAt }) => dueAt }),
  }),
})

const ForecastRef = builder.objectRef<Forecast>('ChecklistForecast').implement({
  fields: (t) => ({
    runs: t.field({
      type: [ForecastRunRef],
      description: `Soonest first, at most ${MAX_FORECAST_TIMES} of a checklist at a work center and ${MAX_FORECAST_RUNS} in all.`,
      resolve: ({ runs }) => runs,
    }),
    moreRuns: t.exposeInt('moreRuns', { description: 'So many more are foretold.' }),
    moreWorkCenters: t.exposeInt('moreWorkCenters', {
      description: `So many work centers are not looked at: more than ${MAX_FORECAST_PLACES} with a checklist that the clock makes due.`,
    }),
  }),
})

builder.queryFields((t) => ({
  checklistPeople: t.field({
    type: [UserRef],
    authScopes: can('UPDATE', 'CHECKLISTS'),
    description: 'Who may be given a checklist at the work center.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, { workCenterId }, context) => {
      const { id: place } = await context.workCenter(workCenterId)
      const ids = await context.inTenant((tenant) => answeringPeople(tenant, place, null))
      const people = await Promise.all(ids.map((id) => userById(context).load(id)))
      return people.filter((one) => one !== null)
    },
  }),
  checklistForecast: t.field({
    type: ForecastRef,
    authScopes: can('READ', 'CHECKLISTS'),
    description: 'What the clock will make due if machines work from now on. What follows stops and units is not foretold.',
    args: {
      workCenterIds: t.arg.intList({ description: 'Left out: all.' }),
      hours: t.arg.int({ required: true, defaultValue: 24, description: `1 to ${MAX_FORECAST_HOURS}.` }),
    },
    resolve: async (_root, { workCenterIds, hours }, context) => {
      if (hours < 1 || hours > MAX_FORECAST_HOURS)
        throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'hours', params: { value: hours, min: 1, max: MAX_FORECAST_HOURS } })
      const visible = await context.narrowed(workCenterIds)
      const now = context.deps.now()
      return context.inTenant((tenant) => forecastChecklists(tenant, visible, { now, to: now + hours * HOUR_MS }))
    },
  }),
  checklistOccurrences: t.field({
    type: OccurrencesPageRef,
    authScopes: can('READ', 'CHECKLISTS'),
    description: 'The one due last first.',
    args: {
      filter: t.arg({ type: OccurrenceFilterInput }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 50 }),
    },
    resolve: async (_root, { filter, page, size }, context) => {
      const range = checkedPage({ page, size })
      const asked = {
        workCenterIds: await context.narrowed(filter?.workCenterIds),
        checklistIds: filter?.checklistIds ?? null,
        states: filter?.states ?? null,
        result: filter?.result ?? null,
        period: filter?.period == null ? null : checkedPeriod(filter.period),
      }
      return { ...range, ...(await context.inTenant((tenant) => pageOccurrences(tenant, asked, range))) }
    },
  }),
  checklistOccurrence: t.field({
    type: ChecklistOccurrenceRef,
    authScopes: can('READ', 'CHECKLISTS'),
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, context) => {
      const visible = await context.visibleIds()
      return await context.inTenant((tenant) => requireOccurrence(tenant, id, visible))
    },
  }),
}))
