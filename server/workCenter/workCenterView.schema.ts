import { builder } from '#server/graphql/builder.ts'
import { MeasurementUnitRef, WorkCenterRef, liveOf } from './workCenter.graph.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import { listModels } from './workCenter.store.ts'
import type { DeviceModel } from './workCenter.store.ts'

const DeviceModelRef = builder.objectRef<DeviceModel>('DeviceModel').implement({
  description: 'A model that work centers of the company are of.',
  fields: (t) => ({
    name: t.exposeString('name'),
    code: t.exposeString('code', { nullable: true, description: 'The code of the model, where the work centers of it agree in one.' }),
    workCentersCount: t.exposeInt('workCentersCount', { description: 'How many work centers that the user may see are of it.' }),
  }),
})

builder.objectFields(WorkCenterRef, (t) => ({
  photo: t.exposeString('photo', { nullable: true, description: 'Address of its picture, read without a token.' }),
  productionTimeMeasurementUnit: t.field({
    type: MeasurementUnitRef,
    description: 'The unit in which production times are shown.',
    resolve: (workCenter) => measurementUnitOf(workCenter.productionTimeUnit),
  }),
  startDate: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Since when the current status lasts; null before the first sample.',
    resolve: async (workCenter, _args, context) => (await liveOf(context).load(workCenter))?.status?.since ?? null,
  }),
  endDate: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the current status ended: null while it lasts, which it does until the next begins.',
    resolve: () => null,
  }),
}))

builder.queryFields((t) => {
  const photo = { workCenterId: t.arg.int({ required: true }) }
  return {
    deviceModels: t.field({
      type: [DeviceModelRef],
      authScopes: { member: true },
      description: 'The models of the work centers that the user may see, by name.',
      resolve: async (_root, _args, context) => {
        const ids = await context.narrowed(null)
        return [...(await context.inTenant((tenant) => listModels(tenant, ids)))]
      },
    }),
    workCenterPhoto: t.string({
      nullable: true,
      authScopes: { member: true },
      description: 'Address of the picture of the work center; null without one.',
      args: photo,
      resolve: async (_root, args, context) => (await context.workCenter(args.workCenterId)).photo,
    }),
    boxPhoto: t.string({
      nullable: true,
      authScopes: { member: true },
      deprecationReason: 'Use workCenterPhoto.',
      args: photo,
      resolve: async (_root, args, context) => (await context.workCenter(args.workCenterId)).photo,
    }),
  }
})
