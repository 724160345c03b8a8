import { tenantLoader } from '#server/graphql/loader.ts'
import { MeasuredWorkCentersRef } from './measured.graph.ts'
import { energyOfStats } from './statEnergy.service.ts'
import type { OeeStat } from '#server/oee/oeeStatistics.service.ts'
import { builder } from '#server/graphql/builder.ts'
import { OeeStatsRef } from '#server/oee/oee.graph.ts'

const statEnergyOf = tenantLoader((tenant, stats: readonly OeeStat[]) => energyOfStats(tenant, stats))

const nullable = { nullable: true } as const

builder.objectFields(OeeStatsRef, (t) => ({
  energyConsumption: t.field({
    type: 'Decimal',
    ...nullable,
    description: 'kWh in the shifts, of hours that are over; null where nothing was measured.',
    resolve: async (stat, _args, context) => (await statEnergyOf(context).load(stat)).kwh,
  }),
  energyPerUnit: t.field({
    type: 'Decimal',
    ...nullable,
    description: 'kWh a good unit, of the shifts with energy alone; null where output is in several units.',
    resolve: async (stat, _args, context) => (await statEnergyOf(context).load(stat)).kwhPerUnit,
  }),
  energyWorkCenters: t.field({
    type: MeasuredWorkCentersRef,
    resolve: async (stat, _args, context) => (await statEnergyOf(context).load(stat)).places,
  }),
  energyCoverage: t.float({
    ...nullable,
    description: 'Share of the shift time with known energy, 0 to 1.',
    resolve: async (stat, _args, context) => (await statEnergyOf(context).load(stat)).coverage,
  }),
}))
