import { checklistFigures } from '#engine/checklist/checklistFigures.ts'
import type { ChecklistFigures } from '#engine/checklist/checklistFigures.ts'
import { measuredSeries } from '#engine/checklist/measuredSeries.ts'
import type { MeasuredPoint, MeasuredSeries } from '#engine/checklist/measuredSeries.ts'
import { shownCorrelation } from '#engine/checklist/rankCorrelation.ts'
import type { Correlation } from '#engine/checklist/rankCorrelation.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { listAnswered, listFigured, listMachineHours } from './figures.store.ts'
import type { FigureFilter, MachineHour } from './figures.store.ts'

/** So many runs, the last ones, make the series of their measurements. */
const MAX_ANSWERED = 5_000
const MACHINE_FIGURES = ['ENERGY', 'REJECTS', 'SPEED'] as const
type MachineFigure = (typeof MACHINE_FIGURES)[number]
const VALUE_OF = {
  ENERGY: 'kwh',
  REJECTS: 'rejectShare',
  SPEED: 'unitsPerHour',
} as const satisfies Record<MachineFigure, keyof MachineHour>

const MachineFigureEnum = builder.enumType('ChecklistMachineFigure', {
  description: 'Of the hour of a measurement: energy in kWh, rejects by all units, units an hour.',
  values: MACHINE_FIGURES,
})

const PointRef = builder.objectRef<MeasuredPoint>('ChecklistMeasuredPoint').implement({
  fields: (t) => ({
    occurrenceId: t.exposeInt('occurrenceId'),
    workCenterId: t.exposeInt('workCenterId'),
    at: t.field({ type: 'DateTime', resolve: ({ at }) => at }),
    value: t.expose('value', { type: 'Decimal' }),
    min: t.expose('min', { type: 'Decimal', nullable: true }),
    max: t.expose('max', { type: 'Decimal', nullable: true }),
    isWithin: t.exposeBoolean('isWithin', { description: 'Within the limits that held for it; both belong to them.' }),
  }),
})

type NamedCorrelation = Correlation & { readonly figure: MachineFigure }
const CorrelationRef = builder.objectRef<NamedCorrelation>('ChecklistCorrelation').implement({
  description: 'The rank correlation of a measurement with a figure of the machine in its hour.',
  fields: (t) => ({
    figure: t.expose('figure', { type: MachineFigureEnum }),
    count: t.exposeInt('count', { description: 'Of the pairs.' }),
    rho: t.expose('rho', { type: 'Decimal', description: 'From -1 to 1.' }),
  }),
})

const SeriesRef = builder.objectRef<MeasuredSeries>('ChecklistMeasuredSeries').implement({
  description: 'The values of one question in one unit at one work center.',
  fields: (t) => ({
    workCenterId: t.exposeInt('workCenterId'),
    taskKey: t.exposeString('taskKey', { description: 'The id of the checklist and that of the task.' }),
    description: t.exposeString('description', { description: 'In the language of the request, else as it was written.' }),
    unit: t.exposeString('unit', { nullable: true }),
    points: t.field({ type: [PointRef], description: 'Ascending.', resolve: ({ points }) => [...points] }),
    correlations: t.field({
      type: [CorrelationRef],
      description: 'Those of 20 pairs or more, and of 0.5 or stronger in either direction.',
      resolve: async ({ points }, _args, context) => {
        const hours = await context.inTenant((tenant) => listMachineHours(tenant, points))
        const byInstant = new Map(hours.map((hour) => [`${hour.workCenterId}/${hour.at}`, hour]))
        return MACHINE_FIGURES.flatMap((figure) => {
          const pairs = points.flatMap((point) => {
            const y = byInstant.get(`${point.workCenterId}/${point.at}`)?.[VALUE_OF[figure]] ?? null
            return y === null ? [] : [{ x: point.value, y }]
          })
          const shown = shownCorrelation(pairs)
          return shown === null ? [] : [{ ...shown, figure }]
        })
      },
    }),
  }),
})

type Statistics = ChecklistFigures & { readonly filter: FigureFilter }
const StatisticsRef = builder.objectRef<Statistics>('ChecklistStatistics').implement({
  fields: (t) => ({
    onTime: t.exposeInt('onTime'),
    late: t.exposeInt('late', { description: 'Handed in after the window, while it was still taken.' }),
    missed: t.exposeInt('missed'),
    foundLate: t.exposeInt('foundLate', { description: 'Missed, and known only long after it was due: it counts against nobody.' }),
    skipped: t.exposeInt('skipped'),
    open: t.exposeInt('open'),
    deviations: t.exposeInt('deviations'),
    onTimeShare: t.expose('onTimeShare', {
      type: 'Decimal',
      nullable: true,
      description: 'Of what was answered or missed, 0 to 1; null = nothing was.',
    }),
    medianMinutes: t.expose('medianMinutes', {
      type: 'Decimal',
      nullable: true,
      description: 'From when it was due until it was handed in.',
    }),
    series: t.field({
      type: [SeriesRef],
      description: `Of the last ${MAX_ANSWERED} runs that were handed in.`,
      resolve: async ({ filter }, _args, context) => {
        const answered = await context.inTenant((tenant) => listAnswered(tenant, filter, MAX_ANSWERED))
        return [...measuredSeries(answered, context.language)]
      },
    }),
  }),
})

builder.queryFields((t) => ({
  checklistStatistics: t.field({
    type: StatisticsRef,
    authScopes: can('READ', 'CHECKLISTS'),
    description: 'Figures of what was due in the period, at work centers that the caller may see.',
    args: {
      checklistIds: t.arg.intList(),
      workCenterIds: t.arg.intList(),
      period: t.arg({ type: PeriodInput, required: true }),
    },
    resolve: async (_root, args, context) => {
      const filter = {
        checklistIds: args.checklistIds ?? null,
        workCenterIds: await context.narrowed(args.workCenterIds),
        period: checkedPeriod(args.period),
      }
      return { filter, ...checklistFigures(await context.inTenant((tenant) => listFigured(tenant, filter))) }
    },
  }),
}))
