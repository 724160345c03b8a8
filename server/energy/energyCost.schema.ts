import { SECOND_MS } from '#engine/time/durations.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { ENERGY_SPLITS, energyCosts } from './energyCost.service.ts'
import type { EnergyCostRow } from './energyCost.service.ts'
import { chosenWorkCenters } from './energyReport.service.ts'
import { energyDepsOf } from './energyDeps.ts'

const EnergySplitEnum = builder.enumType('EnergySplit', { values: ENERGY_SPLITS })
const decimal = { type: 'Decimal', nullable: true } as const

const RowRef = builder.objectRef<EnergyCostRow>('EnergyCost').implement({
  description: 'Energy of a work center in a part of a period, with what it cost. A figure is null where nothing was measured, never 0.',
  fields: (t) => ({
    workCenter: t.field({ type: WorkCenterRef, resolve: (row) => row.workCenter }),
    key: t.exposeString('key', { description: 'Names the part among those of the work center.' }),
    name: t.string({
      nullable: true,
      description: 'Of a status, of orders, of hours of the tariff or of a shift.',
      resolve: ({ name }, _args, context) => (name === null ? null : context.named(name)),
    }),
    statusRuleId: t.exposeInt('statusRuleId', { nullable: true }),
    jobOrderId: t.exposeInt('jobOrderId', { nullable: true }),
    isEffective: t.exposeBoolean('isEffective', { nullable: true, description: 'Of a status: whether the machine produced in it.' }),
    timeStart: t.expose('start', { type: 'DateTime' }),
    timeEnd: t.expose('end', { type: 'DateTime' }),
    energyConsumption: t.expose('kwh', { ...decimal, description: 'kWh' }),
    coverage: t.exposeFloat('coverage', {
      nullable: true,
      description: 'Share of the time of the part that the energy is known of, 0 to 1.',
    }),
    duration: t.field({
      type: 'Float',
      description: 'Seconds of the part that are over, of which the coverage is a share.',
      resolve: ({ elapsedMs }) => elapsedMs / SECOND_MS,
    }),
    averagePower: t.expose('averageKw', { ...decimal, description: 'kW of the time that is covered.' }),
    maxPower: t.expose('maxKw', { ...decimal, description: 'The greatest power in kW; not by status and by order.' }),
    shiftDate: t.expose('shiftDate', { type: 'Date', nullable: true, description: 'By shift, the date of it.' }),
    isAssumedBalanced: t.exposeBoolean('isAssumedBalanced'),
    cost: t.expose('cost', { ...decimal, description: 'Null without a price, or with prices in two currencies.' }),
    currency: t.exposeString('currency', { nullable: true }),
    unpriced: t.expose('unpricedKwh', { type: 'Decimal', description: 'kWh without a price; not in the cost.' }),
    acceptedOutput: t.expose('acceptedOutput', {
      ...decimal,
      description: 'Null where something was made in another unit than the present one.',
    }),
    measuredOutput: t.expose('measuredOutput', {
      ...decimal,
      description: 'Those of the accepted units that energy and cost of a unit are divided by.',
    }),
    energyPerUnit: t.expose('kwhPerUnit', {
      ...decimal,
      description: 'kWh a good unit, of the shifts with energy alone; so is the cost of a unit.',
    }),
    costPerUnit: t.expose('costPerUnit', { ...decimal, description: 'Only where all energy has a price.' }),
  }),
})

builder.queryField('energyCosts', (t) =>
  t.field({
    type: [RowRef],
    authScopes: can('READ', 'ANALYTICS'),
    description:
      'What the energy of work centers cost by the tariffs, divided as asked for: by shift of those that figures of the period take, else exactly of the period; at most 10,000 rows, by status and by order 40,000 days of machines.',
    args: {
      workCenterIds: t.arg.intList(),
      period: t.arg({ type: PeriodInput, required: true }),
      splitBy: t.arg({ type: EnergySplitEnum, required: true, defaultValue: 'WORK_CENTER' }),
    },
    resolve: async (_root, { workCenterIds, period, splitBy }, context) => {
      const deps = energyDepsOf(context)
      const asked = checkedPeriod(period)
      const workCenters = await chosenWorkCenters(deps, await context.narrowed(workCenterIds), asked)
      return [...(await energyCosts(deps, workCenters, asked, splitBy))]
    },
  }),
)
