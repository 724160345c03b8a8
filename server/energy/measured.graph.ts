import { builder } from '#server/graphql/builder.ts'
import type { MeasuredPlaces } from './statEnergy.store.ts'

export const MeasuredWorkCentersRef = builder.objectRef<MeasuredPlaces>('MeasuredWorkCenters').implement({
  description: 'Of the work centers with the shifts, how many have energy in at least one of these.',
  fields: (t) => ({ measured: t.exposeInt('measured'), total: t.exposeInt('total') }),
})
