import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { CompanyRef } from '#server/company/company.graph.ts'
import { enterCompany, leaveCompany } from './providerVisit.service.ts'

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
