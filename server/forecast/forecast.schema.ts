import { latenessOf } from '#engine/jobOrder/forecast/lateness.ts'
import { shiftsUntil } from '#engine/jobOrder/forecast/queueForecast.ts'
import type { PlannedShift } from '#engine/jobOrder/forecast/queueForecast.ts'
import { builder } from '#server/graphql/builder.ts'
import { JobOrderRef, LatenessEnum } from '#server/jobOrder/jobOrder.graph.ts'
import { forecastOf } from './forecast.graph.ts'
import type { ForecastOfOrder } from './forecast.service.ts'

const BasisEnum = builder.enumType('JobOrderForecastBasis', {
  description: 'Finished orders of the product at the work center, of the work center, or its last 14 days.',
  values: ['ITEM', 'PLACE', 'RECENT'] as const,
})

const ShiftRef = builder.objectRef<PlannedShift>('JobOrderForecastShift').implement({
  description: 'A shift to come, as far as the order is made in it.',
  fields: (t) => ({
    timeStart: t.field({ type: 'DateTime', resolve: ({ start }) => start }),
    timeEnd: t.field({ type: 'DateTime', resolve: ({ end }) => end }),
    plannedShare: t.exposeFloat('plannedShare', {
      description: 'How much of it is planned production time, from 0 to 1, as in the last 28 days.',
    }),
  }),
})

const ForecastRef = builder.objectRef<ForecastOfOrder>('JobOrderForecast').implement({
  description:
    'When an order will be made, by how long the orders before took, through the shifts of the work center, behind what waits before it.',
  fields: (t) => ({
    timeStart: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ start }) => start,
      description: 'When work on it goes on or begins.',
    }),
    timeEnd: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ end }) => end,
      description: 'The middle: as often earlier as later; null where it lies beyond the 60 days whose shifts are looked at.',
    }),
    endsAfter: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Where timeEnd lies beyond the shifts that are looked at: it ends then or later.',
      resolve: ({ end, notBefore }) => (end === null ? (notBefore?.end ?? null) : null),
    }),
    earliestEnd: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'In eight of ten cases it ends between this and latestEnd; null of fewer than 20 orders, then timeEnd is rough.',
      resolve: ({ range }) => range?.low ?? null,
    }),
    latestEnd: t.field({ type: 'DateTime', nullable: true, resolve: ({ range }) => range?.high ?? null }),
    basis: t.field({ type: BasisEnum, nullable: true, resolve: ({ basis }) => basis }),
    cases: t.exposeInt('cases', { description: 'So many finished orders it is from.' }),
    rangesHeld: t.int({
      description:
        'Of the last orders of the work center that had such a range, before they began or when as much of them was made, so many ended in it.',
      resolve: ({ record }) => record.held,
    }),
    rangesJudged: t.int({ resolve: ({ record }) => record.of }),
    shifts: t.field({
      type: [ShiftRef],
      description: 'From now until timeEnd: planned time passes in them alone. None where timeEnd is null.',
      resolve: ({ end, shifts }, _args, context) => (end === null ? [] : shiftsUntil(context.now(), end, shifts)),
    }),
  }),
})

builder.objectFields(JobOrderRef, (t) => ({
  forecast: t.field({
    type: ForecastRef,
    nullable: true,
    description: 'Of what is planned, paused or in progress; null where plan, speed or history are missing.',
    resolve: async (order, _args, context) => {
      const forecast = await forecastOf(context).load(order)
      return forecast?.notBefore == null ? null : forecast
    },
  }),
  lateness: t.field({
    type: LatenessEnum,
    nullable: true,
    description:
      'Null without a due date, of cancelled orders, and where the end is not known: without plan, speed or history, or behind such an order.',
    resolve: async (order, _args, context) => {
      if (order.status === 'CANCELLED' || order.dueDate === null) return null
      const isClosed = order.status === 'COMPLETED' || order.status === 'TECHNICALLY_COMPLETED'
      const forecast = isClosed ? null : await forecastOf(context).load(order)
      const { dueDate, timeEnd } = order
      const ended = isClosed ? (timeEnd ?? order.updatedOn.getTime()) : null
      const { end = null, range = null, notBefore = null } = forecast ?? {}
      return latenessOf({ dueDate, timeEnd: ended, end, range, notBefore }, context.deps.now())
    },
  }),
}))
