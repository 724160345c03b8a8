import { builder, can } from '#server/graphql/builder.ts'
import { NoDataPolicyEnum } from '#server/graphql/enums.ts'
import { saveOeePolicy } from './oeePolicy.service.ts'
import { findOeePolicy } from './oeeSetup.store.ts'
import type { CompanyOeePolicy } from './oeeSetup.store.ts'

const OeePolicyRef = builder.objectRef<CompanyOeePolicy>('OeePolicy').implement({
  description: "The company's OEE policies for all its work centers.",
  fields: (t) => ({
    noDataPolicy: t.expose('noDataPolicy', { type: NoDataPolicyEnum }),
    capPerformance: t.exposeBoolean('capPerformance'),
  }),
})

const OeePolicyInput = builder.inputType('OeePolicyInput', {
  fields: (t) => ({ noDataPolicy: t.field({ type: NoDataPolicyEnum }), capPerformance: t.boolean() }),
})

builder.queryField('oeePolicy', (t) =>
  t.field({
    type: OeePolicyRef,
    authScopes: can('READ', 'SHIFTS'),
    resolve: (_root, _args, context) => context.inTenant(findOeePolicy),
  }),
)

builder.mutationField('updateOeePolicy', (t) =>
  t.field({
    type: OeePolicyRef,
    authScopes: can('UPDATE', 'COMPANY_SETTINGS'),
    args: { input: t.arg({ type: OeePolicyInput, required: true }) },
    resolve: (_root, { input }, context) => saveOeePolicy(context.deps, context.member(), input),
  }),
)
