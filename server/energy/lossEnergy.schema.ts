import { builder, can } from '#server/graphql/builder.ts'
import { energyDepsOf } from './energyDeps.ts'
import { energyOfLoss, energyOfLosses } from './lossEnergy.service.ts'
import type { StopEnergy } from './lossEnergy.service.ts'

const decimal = { type: 'Decimal', nullable: true } as const

const LossEnergyRef = builder.objectRef<StopEnergy>('LossEnergy').implement({
  description: 'What a work center used during a stop. A figure is null where nothing was measured, never 0.',
  fields: (t) => ({
    lossId: t.exposeInt('lossId'),
    energyConsumption: t.expose('kwh', { ...decimal, description: 'kWh' }),
    averagePower: t.expose('averageKw', { ...decimal, description: 'kW, over the time with data.' }),
    coverage: t.exposeFloat('coverage', { nullable: true, description: 'Share of the stop that the energy is known of, 0 to 1.' }),
    isAssumedBalanced: t.exposeBoolean('isAssumedBalanced'),
    cost: t.expose('cost', { ...decimal, description: 'By the tariffs; null without a price, or with prices in two currencies.' }),
    currency: t.exposeString('currency', { nullable: true }),
    unpriced: t.expose('unpricedKwh', { type: 'Decimal', description: 'kWh without a price; not in the cost.' }),
  }),
})

builder.queryField('lossEnergy', (t) =>
  t.field({
    type: LossEnergyRef,
    nullable: true,
    authScopes: can('READ', 'LOSSES'),
    description: 'Of a stop, one that goes on until now. Null of lost speed and rejects, which have no time of their own.',
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, context) => energyOfLoss(energyDepsOf(context), id, await context.visibleIds()),
  }),
)

builder.queryField('lossEnergies', (t) =>
  t.field({
    type: [LossEnergyRef],
    authScopes: can('READ', 'LOSSES'),
    description: 'The same of the stops among the losses that the caller sees, at most a thousand.',
    args: { ids: t.arg.intList({ required: true }) },
    resolve: async (_root, { ids }, context) => [...(await energyOfLosses(energyDepsOf(context), ids, await context.visibleIds()))],
  }),
)
