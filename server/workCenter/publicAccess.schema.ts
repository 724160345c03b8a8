import { builder, can } from '#server/graphql/builder.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { UiPageRef, WorkCenterRef, uiPageOf } from './workCenter.graph.ts'
import { closePublicAccess, openPublicAccess } from './publicAccess.service.ts'

UiPageRef.implement({
  description: 'A page of a work center that everybody who has its link may read.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    name: t.exposeString('name', { description: 'That of the work center.' }),
    url: t.exposeString('url'),
    openedOn: t.expose('openedOn', { type: 'DateTime' }),
    openedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: (page, _args, context) => (page.openedBy === null ? null : userById(context).load(page.openedBy)),
    }),
  }),
})

builder.objectFields(WorkCenterRef, (t) => ({
  uiPage: t.field({
    type: UiPageRef,
    nullable: true,
    description: 'Its public page; null while closed, and without the right to read the settings of work centers.',
    resolve: (workCenter, _args, context) =>
      context.may('READ', 'WORK_CENTER_SETTINGS') && workCenter.isPublic ? uiPageOf(context).load(workCenter) : null,
  }),
}))

builder.mutationFields((t) => ({
  openPublicAccess: t.field({
    type: UiPageRef,
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    description: 'Opens the page of a work center to everybody who has its link. A page that is open already keeps its link.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      undo: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'Takes closing back: within a minute of it the page comes back under the same link.',
      }),
    },
    resolve: async (_root, args, context) => {
      const { id } = await context.workCenter(args.workCenterId)
      return openPublicAccess(context.deps, context.member(), id, args.undo)
    },
  }),
  closePublicAccess: t.field({
    type: WorkCenterRef,
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    description: 'Closes the public page of a work center: its link stops working, and its viewers see that at once.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, args, context) => {
      const workCenter = await context.workCenter(args.workCenterId)
      await closePublicAccess(context.deps, context.member(), workCenter)
      return { ...workCenter, isPublic: false }
    },
  }),
}))
