import { builder, can } from '#server/graphql/builder.ts'
import { ConsumptionTrackingTypeEnum, JobOrdersImportTypeEnum } from '#server/graphql/enums.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { saveJobOrderSettings } from './jobOrderSettings.service.ts'

const JobOrderSettingsRef = builder.objectRef<WorkCenter>('JobOrderSettings').implement({
  description: 'How job orders are worked on at a work center.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: (workCenter) => workCenter.id }),
    consumptionTracking: t.expose('consumptionTracking', {
      type: ConsumptionTrackingTypeEnum,
      description: 'Whether the material that orders consume is tracked, and checked against their bill of material.',
    }),
    importType: t.expose('importType', {
      type: JobOrdersImportTypeEnum,
      description: 'What imported job orders do to those that are there.',
    }),
    operatorAccessQuota: t.exposeInt('operatorAccessQuota', {
      nullable: true,
      description: 'How many of the planned orders an operator sees; null = all.',
    }),
    trackScraps: t.exposeBoolean('trackScraps', { description: 'Whether scrap is registered by item.' }),
    version: t.exposeInt('version', { description: 'That of the work center.' }),
  }),
})

const JobOrderSettingsInput = builder.inputType('JobOrderSettingsInput', {
  description: 'A field that is left out stays as it is; null empties the quota.',
  fields: (t) => ({
    workCenterId: t.int({ required: true }),
    consumptionTracking: t.field({
      type: ConsumptionTrackingTypeEnum,
      description: 'Whether the material that orders consume is tracked, and checked against their bill of material.',
    }),
    importType: t.field({ type: JobOrdersImportTypeEnum, description: 'What imported job orders do to those that are there.' }),
    operatorAccessQuota: t.int({ description: 'How many of the planned orders an operator sees, 1 to 1000; null = all.' }),
    trackScraps: t.boolean({ description: 'Whether scrap is registered by item.' }),
    version: t.int({ description: 'The version of the work center that the change is made to; another one is refused as a CONFLICT.' }),
  }),
})

builder.queryField('jobOrderSettings', (t) =>
  t.field({
    type: JobOrderSettingsRef,
    authScopes: can('READ', 'WORK_CENTER_SETTINGS'),
    description: 'How job orders are worked on at the work center.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: (_root, args, context) => context.workCenter(args.workCenterId),
  }),
)

builder.mutationField('updateJobOrderSettings', (t) =>
  t.field({
    type: JobOrderSettingsRef,
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    description: 'Changes how job orders are worked on at the work center; no figure follows from it.',
    args: { input: t.arg({ type: JobOrderSettingsInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { id } = await context.workCenter(input.workCenterId)
      return saveJobOrderSettings(context.deps, context.member(), id, input)
    },
  }),
)
