import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { RoleEnum } from '#server/graphql/enums.ts'
import { UserRef, userById } from './user.graph.ts'
import { decideRoleRequest, readRoleRequests, requestRoleChange } from './roleRequest.service.ts'
import type { RoleRequest } from './roleRequest.store.ts'

const RoleRequestRef = builder.objectRef<RoleRequest>('RoleRequest').implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who is to get the role.',
      resolve: (request, _args, context) => userById(context).load(request.userId),
    }),
    role: t.expose('role', { type: RoleEnum }),
    comment: t.exposeString('comment', { nullable: true }),
    requestedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: (request, _args, context) => userById(context).load(request.requestedBy),
    }),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
  }),
})

builder.queryField('roleRequests', (t) =>
  t.field({
    type: [RoleRequestRef],
    authScopes: can('READ', 'COMPANY_USERS'),
    description: 'Open requests, oldest first.',
    // Those of the demo are none of its visitors' business.
    resolve: async (_root, _args, context) =>
      context.isDemoCompany() ? [] : [...(await readRoleRequests(context.deps.database, context.member().companyId))],
  }),
)

builder.mutationFields((t) => ({
  requestRoleChange: t.boolean({
    authScopes: { member: true },
    description:
      "Asks the administrators to change a person's role: everybody for themselves, for others with the right to read the people of the company.",
    args: {
      userId: t.arg({ type: 'Guid', required: true }),
      role: t.arg({ type: RoleEnum, required: true }),
      comment: t.arg.string(),
    },
    resolve: async (_root, { userId, role, comment }, context) => {
      await requestRoleChange(context.deps, context.member(), { userId: asId<UserId>(userId), role, comment: comment ?? null })
      return true
    },
  }),
  decideRoleRequest: t.boolean({
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    args: { id: t.arg({ type: 'Guid', required: true }), isApproved: t.arg.boolean({ required: true }) },
    resolve: async (_root, { id, isApproved }, context) => {
      await decideRoleRequest(context.deps, context.member(), id, isApproved)
      return true
    },
  }),
}))
