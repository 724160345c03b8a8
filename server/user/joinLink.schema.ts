import { builder, can } from '#server/graphql/builder.ts'
import { RoleEnum } from '#server/graphql/enums.ts'
import type { JoinLink } from '#server/company/joinLink.store.ts'
import { CompanyRef, TeamRef, teamById } from '#server/company/company.graph.ts'
import { UserRef, userById } from './user.graph.ts'
import { createJoinLink, describeJoinLink, joinCompany, readJoinLinks, revokeJoinLink } from './joinLink.service.ts'
import type { JoinLinkCreated, JoinOffer } from './joinLink.service.ts'

const JoinLinkRef = builder.objectRef<JoinLink>('JoinLink').implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    role: t.expose('role', { type: RoleEnum }),
    team: t.field({
      type: TeamRef,
      nullable: true,
      resolve: (link, _args, context) => (link.teamId === null ? null : teamById(context).load(link.teamId)),
    }),
    createdBy: t.field({ type: UserRef, nullable: true, resolve: (link, _args, context) => userById(context).load(link.createdBy) }),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
    expiresOn: t.expose('expiresOn', { type: 'DateTime' }),
    isExpired: t.boolean({ resolve: (link, _args, context) => link.expiresOn.getTime() <= context.now() }),
    uses: t.exposeInt('uses', { description: 'How many people joined by it.' }),
  }),
})

const JoinLinkCreatedRef = builder.objectRef<JoinLinkCreated>('JoinLinkCreated').implement({
  fields: (t) => ({ id: t.expose('id', { type: 'Guid' }), url: t.exposeString('url', { description: 'Shown only in this answer.' }) }),
})

builder.queryField('joinLinks', (t) =>
  t.field({
    type: [JoinLinkRef],
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    description: 'Links that were not revoked, the newest first; those that have expired are among them.',
    resolve: async (_root, _args, context) => [...(await readJoinLinks(context.deps.database, context.member().companyId))],
  }),
)

const JoinOfferRef = builder.objectRef<JoinOffer>('JoinOffer').implement({
  fields: (t) => ({
    companyName: t.exposeString('companyName'),
    role: t.expose('role', { type: RoleEnum }),
    expiresOn: t.expose('expiresOn', { type: 'DateTime' }),
  }),
})

builder.queryField('joinOffer', (t) =>
  t.field({
    type: JoinOfferRef,
    authScopes: { proven: true },
    description: 'The offer of a join link, shown before its use.',
    args: { secret: t.arg.string({ required: true }) },
    resolve: (_root, { secret }, context) => describeJoinLink(context.deps, secret),
  }),
)

builder.mutationFields((t) => ({
  createJoinLink: t.field({
    type: JoinLinkCreatedRef,
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    description: 'Makes a link to join the company, never as an administrator, valid for 1 to 90 days.',
    args: {
      role: t.arg({ type: RoleEnum, required: true }),
      teamId: t.arg({ type: 'Guid' }),
      days: t.arg.int({ required: true }),
    },
    resolve: (_root, { role, teamId, days }, context) =>
      createJoinLink(context.deps, context.member(), { role, teamId: teamId ?? null, days }),
  }),
  revokeJoinLink: t.boolean({
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      await revokeJoinLink(context.deps, context.member(), id)
      return true
    },
  }),
  joinCompany: t.field({
    type: CompanyRef,
    authScopes: { proven: true },
    description: 'Makes the caller a member of the company of the link.',
    args: { secret: t.arg.string({ required: true }) },
    resolve: (_root, { secret }, context) => joinCompany(context.deps, context.principal.userId, secret),
  }),
}))
