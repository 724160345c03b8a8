import { DIMENSIONS, isOfStops, mayDivide, mayDivideAll, mayHaveHours, mayHaveOrders, MEASURES } from '#engine/analytics/dimensions.ts'
import type { PlannedSeconds } from '#engine/analytics/lossRate.ts'
import { COMPARISONS } from '#engine/analytics/comparedDates.ts'
import { valueOfCell, type Cell } from '#engine/analytics/cells.ts'
import { MAX_PERIOD_DAYS } from '#engine/time/durations.ts'
import { movedDate, type DateRange } from '#engine/time/statPeriod.ts'
import { MeasuredWorkCentersRef } from '#server/energy/measured.graph.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { ActivityTypeEnum, EventTypeEnum, LossCategoryEnum, LossSourceEnum, LostKindEnum } from '#server/graphql/enums.ts'
import { OeeChangeRef } from '#server/oee/explainChange.graph.ts'
import { Refusal } from '#server/refusal.ts'
import { explainAnswer, measuredOf, namesOf, peopleOf, signsOf, targetsOf, untrackedSeconds } from './analytics.service.ts'
import type { AnalyticsAnswer, AnalyticsQuestion, TargetedCell } from './analytics.service.ts'
import { requirePeriod, USUAL_DAYS } from './analyticsDates.service.ts'
import { answerAnalytics, besideAnswer } from './answerAnalytics.service.ts'
import { minuteWorthsOf, plannedTimesOf, type MinuteWorth } from './besideLosses.service.ts'
import type { CellSign } from './cellSigns.store.ts'
import { lossQuestionOf } from './analyticsFilter.service.ts'
import { userById } from '#server/user/user.graph.ts'
import type { NamedKey } from './orderOutput.store.ts'

const MAX_DIMENSIONS = 2

const MeasureEnum = builder.enumType('AnalyticsMeasure', {
  description:
    'Factors of OEE from shift records. OUTPUT = accepted units, REJECTED = rejected ones, ATTAINMENT = accepted over target units of the work centers that have a target, by parts of which none is rounded to whole pieces. Of losses: COUNT, DURATION in seconds (of lost speed and rejects what they are worth), AVERAGE seconds of one. ENERGY in kWh of hours that are over, ENERGY_COST by the tariffs in one currency, ENERGY_PER_UNIT = kWh for each accepted unit, of the shifts with energy of work centers that make one kind of unit.',
  values: MEASURES,
})
const DimensionEnum = builder.enumType('AnalyticsDimension', {
  description:
    'GROUP = group of work centers. HOUR = of the plant’s clock, in which a loss begins; not of ENERGY_PER_UNIT and ATTAINMENT. PERSON = who said something of a loss last. ACTIVITY = of the reason, several of one reason joined by `+`. SOURCE = stops, lost speed or rejects. STATUS = in which the machine stood, of rules those of one name together. ACTIVITY, CATEGORY, PERSON, REASON, REASON_GROUP, SOURCE, STATUS and TYPE are of losses alone, ORDER and PRODUCT of OEE, its factors, OUTPUT and REJECTED, and not with HOUR.',
  values: DIMENSIONS,
})
const ComparisonEnum = builder.enumType('AnalyticsComparison', {
  description:
    'PREVIOUS = as many days before; YEAR_BEFORE = 52 weeks before. Of whole months as many months before, or the same ones of the year before. DATES = from `comparedFrom` on.',
  values: [...COMPARISONS, 'DATES'] as const,
})

const DatesRef = builder.objectRef<DateRange>('AnalyticsDates').implement({
  description: 'Shift dates, both included.',
  fields: (t) => ({
    dateFrom: t.field({ type: 'Date', resolve: ({ from }) => from }),
    dateTo: t.field({ type: 'Date', resolve: ({ to }) => movedDate(to, -1) }),
  }),
})

const FigureRef = builder.objectRef<Pick<Cell, 'base' | 'part'>>('AnalyticsFigure').implement({
  description: 'A figure that adds up: of several, the sum of the parts over the sum of the bases.',
  fields: (t) => ({
    part: t.exposeFloat('part'),
    base: t.exposeFloat('base', { nullable: true, description: 'Null = the part is the value.' }),
    value: t.float({ nullable: true, description: 'A ratio is a fraction of 1; null = undefined.', resolve: valueOfCell }),
  }),
})

const CellRef = builder.objectRef<TargetedCell>('AnalyticsCell').implement({
  fields: (t) => ({
    keys: t.stringList({
      description:
        'One a dimension: an id, a date (the Monday of a week, the first of a month), 1 = Monday to 7, an hour, a code; empty = has none. A person of whom there is none is all zeros. In the place of a reason or an activity also NOT_NEEDED, OUTPUT, PLANNED, SPEED, UNCLASSIFIED; in that of an order or a product SEVERAL = together. Of a status the id of the first rule of its name, OFF, UNDEFINED or NO_DATA, and SPEED or OUTPUT.',
      resolve: ({ cell }) => [...cell.keys],
    }),
    figure: t.field({ type: FigureRef, resolve: ({ cell }) => cell }),
    compared: t.field({
      type: FigureRef,
      nullable: true,
      description: 'The part of it that is compared: of the days whose shifts are all over.',
      resolve: ({ compared }) => compared,
    }),
    before: t.field({ type: FigureRef, nullable: true, resolve: ({ before }) => before }),
    isBeforeUnknown: t.exposeBoolean('isBeforeUnknown', {
      description: 'Less than half of the time of its shifts before is known, so nothing is compared with it.',
    }),
    isComparable: t.exposeBoolean('isComparable', {
      description:
        'No change is told where it is false: of a day, week or month that is not as long as the one before, as at the edges of a period, or that has several beside it, and of energy that is known for less than half of the time. Figures before still add up to the whole.',
    }),
    coverage: t.field({
      type: FigureRef,
      nullable: true,
      description:
        'Of energy: ms of which it is known, over those of the shifts until now, of the work centers that have any in the dates or those before.',
      resolve: ({ known }) => known,
    }),
    target: t.field({
      type: FigureRef,
      nullable: true,
      description: 'Of a factor of OEE: what it should be, of the work centers that have a target, weighted by their time.',
      resolve: ({ target }) => target,
    }),
  }),
})

const NameRef = builder.objectRef<NamedKey>('AnalyticsName').implement({
  description: 'What an order, a product, a person or a status is called.',
  fields: (t) => ({
    dimension: t.field({ type: DimensionEnum, resolve: ({ dimension }) => dimension }),
    key: t.exposeString('key'),
    name: t.exposeString('name'),
  }),
})

const TargetsRef = builder.objectRef<{ readonly withTarget: number; readonly total: number }>('AnalyticsTargets').implement({
  description: 'How many work centers with shifts of the dates have a target: of the factor, or of their output in the unit.',
  fields: (t) => ({ withTarget: t.exposeInt('withTarget'), total: t.exposeInt('total') }),
})

const SignRef = builder.objectRef<CellSign>('AnalyticsSign').implement({
  fields: (t) => ({
    keys: t.field({
      type: t.listRef('String', { nullable: true }),
      description: 'One a dimension, as cells have them; null = shifts do not know it, and all cells are meant.',
      resolve: ({ keys }) => [...keys],
    }),
    running: t.exposeInt('running', { description: 'Shifts that go on.' }),
    restated: t.exposeInt('restated', { description: 'Shifts that were confirmed more than once.' }),
  }),
})

const PlannedRef = builder.objectRef<PlannedSeconds>('AnalyticsPlanned').implement({
  description:
    'Planned production time of shifts in seconds: losses over it are points of it, and their number over its hours is comparable.',
  fields: (t) => ({
    keys: t.field({
      type: t.listRef('String', { nullable: true }),
      description: 'One a dimension, as cells have them; null = shifts do not know it, and all cells are meant.',
      resolve: ({ keys }) => [...keys],
    }),
    planned: t.exposeFloat('planned'),
    compared: t.exposeFloat('compared', { description: 'Of the days that are compared.' }),
    before: t.exposeFloat('before', { description: 'Of those that they are compared with.' }),
  }),
})

const MinuteWorthRef = builder.objectRef<MinuteWorth>('AnalyticsMinuteWorth').implement({
  description: 'What one minute less of a kind of loss in each shift is worth.',
  fields: (t) => ({
    kind: t.field({ type: LostKindEnum, resolve: ({ kind }) => kind }),
    points: t.exposeFloat('points', { description: 'Of OEE, a fraction of 1.' }),
    units: t.exposeFloat('units', {
      nullable: true,
      description: 'Good units; null where several units are made, and of SPEED and QUALITY.',
    }),
    unit: t.exposeString('unit', { nullable: true }),
  }),
})

const AnalyticsRef = builder.objectRef<AnalyticsAnswer>('Analytics').implement({
  description: 'A measure divided by up to two dimensions: the cells add up to the whole.',
  fields: (t) => ({
    measure: t.field({ type: MeasureEnum, resolve: ({ question }) => question.measure }),
    by: t.field({ type: [DimensionEnum], resolve: ({ question }) => [...question.by] }),
    dates: t.field({ type: DatesRef, resolve: ({ paired }) => paired.dates }),
    over: t.field({
      type: DatesRef,
      nullable: true,
      description: 'The days of it that are compared.',
      resolve: ({ paired }) => paired.over,
    }),
    before: t.field({
      type: DatesRef,
      nullable: true,
      description: 'The days that they are compared with.',
      resolve: ({ paired }) => paired.before,
    }),
    units: t.stringList({
      description: 'Of units: in which anything was made, the most used first; of ENERGY_COST the currencies.',
      resolve: ({ units }) => [...units],
    }),
    unit: t.exposeString('unit', { nullable: true, description: 'The unit or the currency of the cells.' }),
    unpricedEnergy: t.float({
      nullable: true,
      description: 'Of ENERGY_COST: kWh without a price in the currency, which no cell holds.',
      resolve: ({ unpricedKwh }) => unpricedKwh,
    }),
    untracked: t.float({
      nullable: true,
      description: 'Of DURATION of all stops: seconds of stops in the shift records that no loss stands for.',
      resolve: (answer, _args, context) => besideAnswer(context.inTenant, (tenant) => untrackedSeconds(tenant, answer)),
    }),
    planned: t.field({
      type: [PlannedRef],
      description:
        'Of losses, first that of all shifts, then as far as a cell stands there, by dates alone of each with shifts; none by HOUR.',
      resolve: async (answer, _args, context) => [...(await besideAnswer(context.inTenant, (tenant) => plannedTimesOf(tenant, answer)))],
    }),
    minuteWorths: t.field({
      type: [MinuteWorthRef],
      description: 'Of losses of one work center, by the kind of loss.',
      resolve: (answer, _args, context) => besideAnswer(context.inTenant, (tenant) => minuteWorthsOf(tenant, answer)),
    }),
    change: t.field({
      type: OeeChangeRef,
      nullable: true,
      description: 'Of OEE that is compared: which work centers the difference of the whole is made of.',
      resolve: async (answer, _args, context) => {
        const mix = await besideAnswer(context.inTenant, (tenant) => explainAnswer(tenant, answer))
        return mix === null ? null : { shift: null, mix }
      },
    }),
    targets: t.field({
      type: TargetsRef,
      nullable: true,
      resolve: (answer, _args, context) => besideAnswer(context.inTenant, (tenant) => targetsOf(tenant, answer)),
    }),
    measured: t.field({
      type: MeasuredWorkCentersRef,
      nullable: true,
      description: 'Of energy and its cost; of energy of a unit, of the work centers that make one kind of unit.',
      resolve: (answer, _args, context) => besideAnswer(context.inTenant, (tenant) => measuredOf(tenant, answer)),
    }),
    names: t.field({
      type: [NameRef],
      resolve: async (answer, _args, context) => {
        const people = await Promise.all(peopleOf(answer).map((id) => userById(context).load(id)))
        const named = people
          .filter((one) => one !== null)
          .map((one) => ({ dimension: 'PERSON' as const, key: one.id, name: `${one.firstName} ${one.lastName}`.trim() }))
        return [...(await besideAnswer(context.inTenant, (tenant) => namesOf(tenant, answer))), ...named]
      },
    }),
    signs: t.field({
      type: [SignRef],
      description: 'Where figures may still change, or are others than were confirmed first.',
      resolve: async (answer, _args, context) => [
        ...(await besideAnswer(context.inTenant, (tenant) => signsOf(tenant, answer, context.now()))),
      ],
    }),
    isRunning: t.exposeBoolean('isRunning', { description: 'Shifts of it are not over: a later answer may differ.' }),
    cells: t.field({ type: [CellRef], description: 'By time ascending, else the largest first.', resolve: ({ cells }) => [...cells] }),
    whole: t.field({ type: CellRef, resolve: ({ whole }) => whole }),
  }),
})

const AnalyticsInput = builder.inputType('AnalyticsInput', {
  description: `Without dates the last ${USUAL_DAYS} days that are over; ${MAX_PERIOD_DAYS} days at most. Filters of reasons, activities, categories, types and sources are of losses alone.`,
  fields: (t) => ({
    measure: t.field({ type: MeasureEnum, required: true }),
    by: t.field({ type: [DimensionEnum], required: true, defaultValue: [], description: 'Two at most.' }),
    dateFrom: t.field({ type: 'Date', description: 'First shift date.' }),
    dateTo: t.field({ type: 'Date', description: 'Last shift date.' }),
    comparison: t.field({ type: ComparisonEnum }),
    comparedFrom: t.field({ type: 'Date', description: 'Of DATES, the first shift date that is compared with.' }),
    comparedTo: t.field({
      type: 'Date',
      description:
        'Of DATES, the last one; left out = as many days as the question has, of whole months as many months. As many are compared as both have.',
    }),
    workCenterIds: t.intList(),
    workCenterGroupIds: t.intList(),
    shiftCodes: t.stringList(),
    unit: t.string({
      description: 'Units and currencies are never added to others. Left out = the one in which most is made, and the latest currency.',
    }),
    weekdays: t.intList({ description: '1 = Monday to 7 = Sunday, by the date of the shift.' }),
    hoursOfDay: t.intList({
      description:
        'Hours of the clock, 0 to 23. Losses count in the hour they start in; other measures are limited to those hours. Not allowed for ENERGY_PER_UNIT, for ATTAINMENT or together with orders or products.',
    }),
    orders: t.stringList({ description: 'Keys of ORDER. Of OEE, its factors, OUTPUT and REJECTED.' }),
    products: t.stringList({ description: 'Keys of PRODUCT. Of OEE, its factors, OUTPUT and REJECTED.' }),
    source: t.field({
      type: LossSourceEnum,
      description:
        'Of COUNT, of AVERAGE and by hours only STATUS, which is then meant without it: the others are no pieces and begin in no hour.',
    }),
    categories: t.field({ type: [LossCategoryEnum] }),
    lossTypes: t.field({ type: [EventTypeEnum] }),
    activityTypes: t.field({ type: [ActivityTypeEnum], description: 'Those whose reason has one of these.' }),
    lowersOee: t.boolean({ description: 'false = only losses whose reason takes their time out of OEE; true = all others.' }),
    reasonIds: t.intList(),
    reasonGroupIds: t.intList(),
  }),
})
type Input = typeof AnalyticsInput.$inferInput

builder.queryFields((t) => ({
  analytics: t.field({
    type: AnalyticsRef,
    authScopes: can('READ', 'ANALYTICS'),
    description: 'More than 5,000 cells are refused, and what the database cannot answer in 5 s.',
    args: { input: t.arg({ type: AnalyticsInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const question = await questionOf(input, context)
      return answerAnalytics(context.inTenant, question)
    },
  }),
}))

async function questionOf(input: Input, context: RequestContext): Promise<AnalyticsQuestion> {
  const { measure, by, dateFrom, dateTo } = input
  const allowed = DIMENSIONS.filter((dimension) => mayDivide(measure, dimension))
  const isWrong = by.length > MAX_DIMENSIONS || new Set(by).size < by.length || !mayDivideAll(measure, by)
  if (isWrong) throw new Refusal({ code: 'CANNOT_DIVIDE', field: 'by', params: { value: by.join(', '), allowed: allowed.join(', ') } })
  const isStops = isOfStops(measure, by, input.hoursOfDay ?? [])
  const source = input.source ?? (isStops ? 'STATUS' : null)
  if (isStops && source !== 'STATUS')
    throw new Refusal({ code: 'CANNOT_DIVIDE', field: 'source', params: { value: source ?? '', allowed: 'STATUS' } })
  requireDivisible(input)
  const workCenterIds = await context.narrowed(input.workCenterIds)
  return {
    measure,
    by,
    comparison: comparisonOf(input),
    unit: input.unit ?? null,
    dates: { first: dateFrom ?? null, last: dateTo ?? null },
    filter: lossQuestionOf({ ...input, source, workCenterIds }),
    now: context.now(),
  }
}

/** Refuses DATES without a first one, an end before it, and more days than any question has. */
function comparisonOf({ comparison, comparedFrom, comparedTo }: Input): AnalyticsQuestion['comparison'] {
  if (comparison !== 'DATES') return comparison ?? null
  if (comparedFrom == null) throw new Refusal({ code: 'REQUIRED', field: 'comparedFrom' })
  if (comparedTo == null) return { from: comparedFrom, to: null }
  const dates = { from: comparedFrom, to: movedDate(comparedTo, 1) }
  requirePeriod(dates, 'comparedTo')
  return dates
}

/** Refuses hours, orders and products of a measure that could not be divided by them, and hours with orders: no figure is of both. */
function requireDivisible({ measure, by, hoursOfDay, orders, products }: Input): void {
  const hours = hoursOfDay != null && (!mayHaveHours(measure, by) || orders != null || products != null)
  const field = hours ? 'hoursOfDay' : orders != null ? 'orders' : 'products'
  const isMade = orders != null || products != null
  if (!hours && (!isMade || mayHaveOrders(measure, by))) return
  const allowed = MEASURES.filter((one) => (hours ? mayHaveHours(one, by) : mayHaveOrders(one, by)))
  throw new Refusal({ code: 'CANNOT_DIVIDE', field, params: { value: measure, allowed: allowed.join(', ') } })
}
