import { builder } from '#server/graphql/builder.ts'
import { OeeStatsRef } from '#server/graphql/refs.ts'

const nullable = { nullable: true } as const

builder.objectFields(OeeStatsRef, (t) => ({
  energyConsumption: t.field({
    type: 'Decimal',
    ...nullable,
    description: 'kWh in the shifts, of hours that are over; null where nothing was measured.',
    resolve: async (stat, _args, context) => (await context.loaders.statEnergy.load(stat)).kwh,
  }),
  energyPerUnit: t.field({
    type: 'Decimal',
    ...nullable,
    description: 'kWh a good unit; null where output is in several units.',
    resolve: async (stat, _args, context) => (await context.loaders.statEnergy.load(stat)).kwhPerUnit,
  }),
  energyCoverage: t.float({
    ...nullable,
    description: 'Share of the shift time of which the energy is known, 0 to 1.',
    resolve: async (stat, _args, context) => (await context.loaders.statEnergy.load(stat)).coverage,
  }),
}))
