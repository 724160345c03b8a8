import { builder, can } from '#server/graphql/builder.ts'
import { RoleEnum } from '#server/graphql/enums.ts'
import type { Invitation } from '#server/company/invitation.store.ts'
import { TeamRef, teamById } from '#server/company/company.graph.ts'
import { UserRef, userById } from './user.graph.ts'
import { inviteUsers, readInvitations, resendInvitation, revokeInvitation } from './invitation.service.ts'
import type { Invited } from './invitation.service.ts'

const InvitationRef = builder.objectRef<Invitation>('Invitation').implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    email: t.exposeString('email'),
    role: t.expose('role', { type: RoleEnum }),
    team: t.field({
      type: TeamRef,
      nullable: true,
      resolve: (invitation, _args, context) => (invitation.teamId === null ? null : teamById(context).load(invitation.teamId)),
    }),
    workCenterIds: t.intList({ resolve: (invitation) => [...invitation.workCenterIds] }),
    invitedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: (invitation, _args, context) => userById(context).load(invitation.invitedBy),
    }),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
    expiresOn: t.expose('expiresOn', { type: 'DateTime' }),
    isExpired: t.boolean({ resolve: (invitation, _args, context) => invitation.expiresOn.getTime() <= context.now() }),
  }),
})

const InviteUsersResultRef = builder.objectRef<Invited>('InviteUsersResult').implement({
  fields: (t) => ({
    invited: t.stringList({ resolve: (result) => [...result.invited] }),
    alreadyMembers: t.stringList({ resolve: (result) => [...result.alreadyMembers], description: 'Got no e-mail.' }),
  }),
})

builder.queryField('invitations', (t) =>
  t.field({
    type: [InvitationRef],
    authScopes: can('READ', 'COMPANY_USERS'),
    description: 'Open invitations, newest first, expired ones included.',
    // Those of the demo are none of its visitors' business.
    resolve: async (_root, _args, context) =>
      context.isDemoCompany() ? [] : [...(await readInvitations(context.deps.database, context.member().companyId))],
  }),
)

builder.mutationFields((t) => ({
  inviteUsers: t.field({
    type: InviteUsersResultRef,
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    description: 'Sends each address an e-mail with a link to join the company. At most 100 addresses; one invalid address refuses all.',
    args: {
      emails: t.arg.stringList({ required: true }),
      role: t.arg({ type: RoleEnum, required: true }),
      teamId: t.arg({ type: 'Guid' }),
      workCenterIds: t.arg.intList({ description: 'What an operator will see.' }),
    },
    resolve: (_root, { emails, role, teamId, workCenterIds }, context) =>
      inviteUsers(context.deps, context.member(), { emails, role, teamId: teamId ?? null, workCenterIds: workCenterIds ?? [] }),
  }),
  resendInvitation: t.field({
    type: InvitationRef,
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    description: 'Sends another e-mail, with a new link and term.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: (_root, { id }, context) => resendInvitation(context.deps, context.member(), id),
  }),
  revokeInvitation: t.boolean({
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      await revokeInvitation(context.deps, context.member(), id)
      return true
    },
  }),
}))
