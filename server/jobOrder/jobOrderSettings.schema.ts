import { JOB_ORDER_FIELDS } from '#engine/workCenter/jobOrderFields.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { settingInputs, settingOutputs } from '#server/graphql/settingFields.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { saveJobOrderSettings } from './jobOrderSettings.service.ts'

const JobOrderSettingsRef = builder.objectRef<WorkCenter>('JobOrderSettings').implement({
  description: 'How job orders are worked on at a work center.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: (workCenter) => workCenter.id }),
    ...settingOutputs(t, JOB_ORDER_FIELDS, (workCenter) => workCenter),
    version: t.exposeInt('version', { description: 'That of the work center.' }),
  }),
})

const JobOrderSettingsInput = builder.inputType('JobOrderSettingsInput', {
  description: 'A missing field stays as it is; null empties the quota and the number of parallel orders.',
  fields: (t) => ({
    workCenterId: t.int({ required: true }),
    ...settingInputs(t, JOB_ORDER_FIELDS),
    version: t.int({ description: 'The version of the work center that the change is made to; another one is refused as a CONFLICT.' }),
  }),
})

builder.queryField('jobOrderSettings', (t) =>
  t.field({
    type: JobOrderSettingsRef,
    authScopes: can('READ', 'JOB_ORDERS'),
    description: 'How job orders are worked on at the work center, for all who see them: people who confirm need it.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: (_root, args, context) => context.workCenter(args.workCenterId),
  }),
)

builder.mutationField('updateJobOrderSettings', (t) =>
  t.field({
    type: JobOrderSettingsRef,
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    description:
      'Changes how job orders are worked on at the work center. Another parallelMode recalculates the shifts that are not confirmed; no figure follows from the rest.',
    args: { input: t.arg({ type: JobOrderSettingsInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { id } = await context.workCenter(input.workCenterId)
      return saveJobOrderSettings(context.deps, context.member(), id, input)
    },
  }),
)
