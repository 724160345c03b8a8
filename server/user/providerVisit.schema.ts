import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { CompanyRef } from '#server/company/company.graph.ts'
import { findProviderRole } from './providerPerson.store.ts'
import { enterCompany, leaveCompany } from './providerVisit.service.ts'
import { UserRef } from './user.graph.ts'

builder.objectFields(UserRef, (t) => ({
  mayVisitCompanies: t.boolean({
    description: 'Whether the caller is one of the provider’s people, who may enter companies; false for other people.',
    resolve: async ({ id }, _args, context) =>
      id === context.principal.userId && (await context.deps.database.inSystem((tx) => findProviderRole(tx, id))) !== null,
  }),
  visitEndsOn: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the caller’s visit to the company of the request ends; null for its own people.',
    resolve: ({ id }, _args, context) => (id === context.principal.userId ? (context.membership?.expiresOn ?? null) : null),
  }),
}))

builder.mutationFields((t) => ({
  enterCompany: t.field({
    type: CompanyRef,
    authScopes: { proven: true },
    description: "Lets a person of the provider act in the company for eight hours; the company's audit log holds who and why.",
    args: { companyId: t.arg.string({ required: true }), reason: t.arg.string({ required: true }) },
    resolve: (_root, { companyId, reason }, context) =>
      enterCompany(context.deps, context.principal.userId, { companyId: asId<CompanyId>(companyId), reason }),
  }),
  leaveCompany: t.boolean({
    authScopes: { member: true },
    description: "Ends the visit of one of the provider's people to the company of the request.",
    resolve: async (_root, _args, context) => {
      await leaveCompany(context.deps, context.member())
      return true
    },
  }),
}))
