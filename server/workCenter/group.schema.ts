import { builder, can } from '#server/graphql/builder.ts'
import { WorkCenterRef, groupById } from './workCenter.graph.ts'
import { changeGroup, createGroup, deleteGroup, moveToGroup } from './group.service.ts'
import { listGroups } from './group.store.ts'
import type { WorkCenterGroup } from './group.store.ts'
import { listWorkCenters } from './workCenter.store.ts'

const GroupRef = builder.objectRef<WorkCenterGroup>('WorkCenterGroup').implement({
  description: 'Work centers that belong together, such as those of a hall or a line; each is in one group or in none.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    name: t.string({
      description: '1 to 200 characters, no two groups of the company alike.',
      resolve: (group, _args, { named }) => named(group.name),
    }),
    color: t.exposeString('color', { description: 'Like #2E6FDB.' }),
    version: t.exposeInt('version', { description: 'Rises with every change of name or colour.' }),
    lossReasonsCount: t.exposeInt('lossReasonsCount', { description: 'How many loss reasons are offered by a link to the group.' }),
    workCenters: t.field({
      type: [WorkCenterRef],
      description: 'Those of the group that the user may see, archived ones left out.',
      resolve: async (group, _args, context) => {
        const ids = await context.narrowed(null)
        const all = await context.inTenant((tenant) => listWorkCenters(tenant, ids === null ? {} : { ids }))
        return all.filter((workCenter) => workCenter.groupId === group.id)
      },
    }),
  }),
})

builder.objectField(WorkCenterRef, 'group', (t) =>
  t.field({
    type: GroupRef,
    nullable: true,
    description: 'Null for a work center in no group.',
    resolve: (workCenter, _args, context) => (workCenter.groupId === null ? null : groupById(context).load(workCenter.groupId)),
  }),
)

builder.queryField('workCenterGroups', (t) =>
  t.field({
    type: [GroupRef],
    authScopes: { member: true },
    description: "The company's groups of work centers by name.",
    resolve: async (_root, _args, context) => [...(await context.inTenant(listGroups))],
  }),
)

builder.mutationFields((t) => {
  const authScopes = can('UPDATE', 'WORK_CENTER_SETTINGS')
  const values = {
    name: t.arg.string({ required: true, description: '1 to 200 characters; no other group of the company has it.' }),
    color: t.arg.string({ required: true, description: 'Like #2E6FDB.' }),
  }
  return {
    createWorkCenterGroup: t.field({
      type: GroupRef,
      authScopes,
      description: 'Makes a group of work centers.',
      args: values,
      resolve: (_root, args, context) => createGroup(context.deps, context.member(), args),
    }),
    updateWorkCenterGroup: t.field({
      type: GroupRef,
      authScopes,
      description: 'Gives the group another name and colour.',
      args: {
        id: t.arg.int({ required: true }),
        ...values,
        version: t.arg.int({ description: 'The version that the change is made to.' }),
      },
      resolve: (_root, { id, version, ...args }, context) => changeGroup(context.deps, context.member(), id, args, version ?? null),
    }),
    deleteWorkCenterGroup: t.boolean({
      authScopes: can('MODIFY', 'WORK_CENTER_SETTINGS'),
      description:
        'Deletes the group. Its work centers stay without a group. Loss reasons offered only in this group are offered nowhere until linked again; no figure changes.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, context) => {
        await deleteGroup(context.deps, context.member(), id)
        return true
      },
    }),
    updateWorkCenterGroupMembership: t.field({
      type: WorkCenterRef,
      authScopes,
      description: 'Moves the work center into the group, or out of its group without one. The loss reasons offered there follow.',
      args: { workCenterId: t.arg.int({ required: true }), groupId: t.arg.int() },
      resolve: async (_root, { workCenterId, groupId }, context) =>
        moveToGroup(context.deps, context.member(), await context.workCenter(workCenterId), groupId ?? null),
    }),
  }
})
