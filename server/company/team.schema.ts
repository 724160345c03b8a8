import { builder, can } from '#server/graphql/builder.ts'
import { TeamRef } from './company.graph.ts'
import { createTeam, deleteTeam, updateTeam } from './team.service.ts'
import { listTeams } from './team.store.ts'

TeamRef.implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    name: t.exposeString('name'),
    color: t.exposeString('color', { description: 'Like #2E6FDB.' }),
    membersCount: t.exposeInt('membersCount'),
  }),
})

builder.queryField('teams', (t) =>
  t.field({
    type: [TeamRef],
    authScopes: { member: true },
    description:
      'The teams of the company by name. Who is in none has the `teamId` 00000000-0000-0000-0000-000000000000, which is not among them.',
    resolve: async (_root, _args, context) => [...(await context.inTenant(listTeams))],
  }),
)

builder.mutationFields((t) => ({
  createTeam: t.field({
    type: TeamRef,
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    args: { name: t.arg.string({ required: true }), color: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => createTeam(context.deps, context.member(), args),
  }),
  updateTeam: t.field({
    type: TeamRef,
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    args: {
      id: t.arg({ type: 'Guid', required: true }),
      name: t.arg.string({ required: true }),
      color: t.arg.string({ required: true }),
    },
    resolve: (_root, { id, ...form }, context) => updateTeam(context.deps, context.member(), id, form),
  }),
  deleteTeam: t.boolean({
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    description: 'Removes the team; its people stay and are in no team.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      await deleteTeam(context.deps, context.member(), id)
      return true
    },
  }),
}))
