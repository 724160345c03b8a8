import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { SuggestedRule } from '#engine/notification/suggestedRules.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { WorkCenterRef, workCenterById } from '#server/workCenter/workCenter.graph.ts'
import { NotificationTypesEnum } from './notification.graph.ts'
import { suggestRules } from './suggestedRules.service.ts'

const SuggestedRef = builder.objectRef<SuggestedRule>('SuggestedNotificationRule').implement({
  description: 'A rule that the last 14 days suggest.',
  fields: (t) => ({
    workCenterId: t.exposeInt('workCenterId'),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => workCenterById(context).load(asId<WorkCenterId>(workCenterId)),
    }),
    type: t.expose('type', {
      type: NotificationTypesEnum,
      description: 'STATUS_DURATION: any stop as a whole, not while its reason is planned.',
    }),
    duration: t.int({ description: 'Minutes.', resolve: ({ minutes }) => minutes }),
    times: t.exposeInt('times', { description: 'How many of those of the last 14 days lasted so long.' }),
  }),
})

builder.queryField('suggestedNotificationRules', (t) =>
  t.field({
    type: [SuggestedRef],
    authScopes: can('READ', 'WORK_CENTER_SETTINGS'),
    description: 'What the last 14 days suggest to be told of, at work centers without such a rule: at most three.',
    args: { workCenterIds: t.arg.intList({ description: 'Left out: all that the caller may see.' }) },
    resolve: async (_root, args, context) => {
      const workCenterIds = await context.narrowed(args.workCenterIds)
      const now = context.now()
      return [...(await context.inTenant((tenant) => suggestRules(tenant, { now, workCenterIds })))]
    },
  }),
)
