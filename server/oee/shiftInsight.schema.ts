import type { ShiftForecast } from '#engine/oee/forecastShift.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { STORY_CAUSES } from '#engine/shift/shiftStory.ts'
import type { StoryHour, StorySentence } from '#engine/shift/shiftStory.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { OeeIssueEnum } from '#server/graphql/enums.ts'
import { PercentageRef } from '#server/graphql/refs.ts'
import { LossReasonRef, lossReasonById } from '#server/loss/loss.graph.ts'
import { ShiftRef } from '#server/shift/shift.graph.ts'
import { forecastOfShift, storyOfShift } from './shiftInsight.service.ts'

const StoryCauseEnum = builder.enumType('StoryCause', { values: STORY_CAUSES })
const StoryKindEnum = builder.enumType('StorySentenceKind', {
  values: ['AGAINST_USUAL', 'CAVEAT', 'LOSS', 'RESULT', 'WEAK_HOURS'] as const,
})

const reasonOf = (context: RequestContext, reasonId: number | null) =>
  reasonId === null ? null : lossReasonById(context).load(asId<LossReasonId>(reasonId))

const StoryHourRef = builder.objectRef<StoryHour>('StoryHour').implement({
  fields: (t) => ({
    timeStart: t.field({ type: 'DateTime', resolve: ({ start }) => start }),
    goodOutput: t.field({ type: 'Decimal', resolve: ({ goodUnits }) => goodUnits }),
    hasStop: t.boolean({ resolve: ({ mainStop }) => mainStop !== null }),
    mainCause: t.field({ type: StoryCauseEnum, nullable: true, resolve: ({ mainStop }) => mainStop?.cause ?? null }),
    mainReason: t.field({
      type: LossReasonRef,
      nullable: true,
      description: 'Of the stops that took most of the hour; null where they have none.',
      resolve: ({ mainStop }, _args, context) => reasonOf(context, mainStop?.reasonId ?? null),
    }),
    stopDuration: t.field({
      type: 'Seconds',
      nullable: true,
      resolve: ({ mainStop }) => (mainStop === null ? null : mainStop.durationMs / 1000),
    }),
  }),
})

const SentenceRef = builder.objectRef<StorySentence>('StorySentence').implement({
  description: 'A sentence about a shift: its kind says which figures it has; screens say it in their language.',
  fields: (t) => ({
    kind: t.field({ type: StoryKindEnum, resolve: ({ kind }) => kind }),
    oee: t.field({
      type: PercentageRef,
      nullable: true,
      resolve: (sentence) => ('oee' in sentence ? toPercentage(sentence.oee) : null),
    }),
    targetOee: t.field({
      type: PercentageRef,
      nullable: true,
      resolve: (sentence) => (sentence.kind === 'RESULT' ? toPercentage(sentence.targetOee) : null),
    }),
    goodOutput: t.field({
      type: 'Decimal',
      nullable: true,
      resolve: (sentence) => (sentence.kind === 'RESULT' ? roundUnits(sentence.goodUnits) : null),
    }),
    planOutput: t.field({
      type: 'Decimal',
      nullable: true,
      resolve: (sentence) => (sentence.kind === 'RESULT' ? sentence.planUnits : null),
    }),
    cause: t.field({ type: StoryCauseEnum, nullable: true, resolve: (sentence) => (sentence.kind === 'LOSS' ? sentence.cause : null) }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: (sentence, _args, context) => reasonOf(context, sentence.kind === 'LOSS' ? sentence.reasonId : null),
    }),
    points: t.field({
      type: PercentageRef,
      nullable: true,
      description: 'Points of OEE that it cost.',
      resolve: (sentence) => (sentence.kind === 'LOSS' ? toPercentage(sentence.points) : null),
    }),
    duration: t.field({
      type: 'Seconds',
      nullable: true,
      resolve: (sentence) => (sentence.kind === 'LOSS' ? sentence.durationMs / 1000 : null),
    }),
    count: t.int({ nullable: true, resolve: (sentence) => (sentence.kind === 'LOSS' ? sentence.count : null) }),
    longest: t.field({
      type: 'Seconds',
      nullable: true,
      resolve: (sentence) => (sentence.kind === 'LOSS' && sentence.longestMs !== null ? sentence.longestMs / 1000 : null),
    }),
    median: t.field({
      type: PercentageRef,
      nullable: true,
      description: 'OEE of the same shift before, of half of them more, of half less.',
      resolve: (sentence) => (sentence.kind === 'AGAINST_USUAL' ? toPercentage(sentence.median) : null),
    }),
    shifts: t.int({ nullable: true, resolve: (sentence) => (sentence.kind === 'AGAINST_USUAL' ? sentence.shifts : null) }),
    hours: t.field({ type: [StoryHourRef], resolve: (sentence) => (sentence.kind === 'WEAK_HOURS' ? [...sentence.hours] : []) }),
    coverage: t.float({ nullable: true, resolve: (sentence) => (sentence.kind === 'CAVEAT' ? sentence.dataCoverage : null) }),
    explained: t.float({
      nullable: true,
      description: 'Share of the time of stops with a reason, or in no need of one.',
      resolve: (sentence) => (sentence.kind === 'CAVEAT' ? sentence.explained : null),
    }),
    issues: t.field({ type: [OeeIssueEnum], resolve: (sentence) => (sentence.kind === 'CAVEAT' ? [...sentence.issues] : []) }),
    revision: t.int({ nullable: true, resolve: (sentence) => (sentence.kind === 'CAVEAT' ? sentence.revision : null) }),
  }),
})

const ForecastRef = builder.objectRef<ShiftForecast>('ShiftForecast').implement({
  description: 'How a running shift will end if it goes on as it did, and as the same shift went before.',
  fields: (t) => ({
    oee: t.field({ type: PercentageRef, nullable: true, resolve: ({ oee }) => toPercentage(oee) }),
    oeeLow: t.field({ type: PercentageRef, nullable: true, resolve: ({ range }) => toPercentage(range?.low ?? null) }),
    oeeHigh: t.field({
      type: PercentageRef,
      nullable: true,
      description: 'Four of five shifts end between low and high; null = fewer than eight shifts to learn from.',
      resolve: ({ range }) => toPercentage(range?.high ?? null),
    }),
    goodOutput: t.field({ type: 'Decimal', nullable: true, resolve: ({ goodUnits }) => goodUnits }),
    stopsDuration: t.field({ type: 'Seconds', description: 'Stops that are still to come.', resolve: ({ stopsMs }) => stopsMs / 1000 }),
    shifts: t.exposeInt('shifts', { description: 'Shifts that it learned from.' }),
    held: t.exposeInt('held', { description: 'Shifts of these that ended within their range.' }),
  }),
})

builder.objectFields(ShiftRef, (t) => ({
  story: t.field({
    type: [SentenceRef],
    description: 'At most six sentences; the same for the same figures.',
    resolve: async ({ record }, _args, context) => {
      if (record === null) return []
      const workCenter = await context.workCenter(record.workCenterId)
      return [...(await context.inTenant((tenant) => storyOfShift(tenant, record, workCenter)))]
    },
  }),
  forecast: t.field({
    type: ForecastRef,
    nullable: true,
    description: 'Of a running shift.',
    resolve: async ({ record }, _args, context) => {
      if (record === null) return null
      const workCenter = await context.workCenter(record.workCenterId)
      return await context.inTenant((tenant) => forecastOfShift(tenant, record, workCenter))
    },
  }),
}))
