import { builder, can } from '#server/graphql/builder.ts'
import { CompanyRef } from '#server/graphql/refs.ts'
import { Refusal } from '#server/refusal.ts'
import { registerCompany, updateCompany } from './company.service.ts'
import { findCompany } from './company.store.ts'

CompanyRef.implement({
  fields: (t) => ({
    id: t.string({ resolve: (company) => company.id }),
    name: t.exposeString('name'),
    country: t.exposeString('country'),
    email: t.exposeString('email', { nullable: true }),
    language: t.exposeString('language'),
    timeZone: t.exposeString('timeZone'),
    photoUrl: t.exposeString('photoUrl', { nullable: true }),
  }),
})

const RegisterCompanyInput = builder.inputType('RegisterCompanyInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    country: t.string({ required: true }),
    timeZone: t.string({ required: true }),
    email: t.string({ required: true }),
  }),
})

const UpdateCompanyInput = builder.inputType('UpdateCompanyInput', {
  fields: (t) => ({
    id: t.string({ required: true }),
    name: t.string(),
    country: t.string(),
    language: t.string(),
    timeZone: t.string(),
  }),
})

builder.queryField('companies', (t) =>
  t.field({
    type: [CompanyRef],
    authScopes: { signedIn: true },
    description: 'The companies of the caller in the order of the switcher, the demo company last.',
    resolve: async (_root, _args, context) => {
      const memberships = await context.memberships()
      const found = await context.deps.database.inSystem((tx) =>
        Promise.all(memberships.map(({ companyId }) => findCompany({ companyId, tx }))),
      )
      return found.filter((company) => company !== null)
    },
  }),
)

builder.mutationFields((t) => ({
  registerCompany: t.field({
    type: CompanyRef,
    authScopes: { signedIn: true },
    description: 'The new company, with the caller as its administrator.',
    args: { createParams: t.arg({ type: RegisterCompanyInput, required: true }) },
    resolve: (_root, { createParams }, context) =>
      registerCompany(context.deps.database, context.principal.userId, createParams, context.language),
  }),
  updateCompany: t.field({
    type: CompanyRef,
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    args: { input: t.arg({ type: UpdateCompanyInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      if (input.id !== context.member().companyId) throw new Refusal({ code: 'COMPANY_NOT_FOUND', params: { id: input.id } })
      return context.inTenant(async (tenant) => {
        const current = await findCompany(tenant)
        if (current === null) throw new Refusal({ code: 'COMPANY_NOT_FOUND', params: { id: input.id } })
        return updateCompany(tenant, current, {
          ...(input.name != null && { name: input.name }),
          ...(input.country != null && { country: input.country }),
          ...(input.language != null && { language: input.language }),
          ...(input.timeZone != null && { timeZone: input.timeZone }),
        })
      })
    },
  }),
}))
