import { DEMO_COMPANY_ID, grantsOf } from '#engine/access/abilities.ts'
import { COMPANY_FIELDS } from '#engine/company/companyFields.ts'
import { mayAddWorkCenters } from '#engine/workCenter/mayEditWorkCenter.ts'
import { abilitiesOfCaller } from '#server/access/access.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { settingArgs, settingOutputs } from '#server/graphql/settingFields.ts'
import { Refusal } from '#server/refusal.ts'
import { CompanyRef } from './company.graph.ts'
import { changeCompany, registerCompany } from './company.service.ts'
import { findCompany } from './company.store.ts'
import { listOperatorIds } from './membership.store.ts'

/** The address may be missing in a company that never set one. */
const { email: _email, ...FILLED_FIELDS } = COMPANY_FIELDS

CompanyRef.implement({
  fields: (t) => ({
    id: t.string({ resolve: (company) => company.id }),
    ...settingOutputs(t, FILLED_FIELDS, (company) => company),
    email: t.exposeString('email', { nullable: true }),
    photoUrl: t.exposeString('photoUrl', { nullable: true }),
    mayAddWorkCenters: t.boolean({
      description: 'Whether the caller may add work centers to this company.',
      resolve: async (company, _args, { memberships, apiKeyId }) => {
        const membership = (await memberships()).find(({ companyId }) => companyId === company.id) ?? null
        return mayAddWorkCenters(grantsOf(abilitiesOfCaller({ membership, ...(apiKeyId !== undefined && { apiKeyId }) })))
      },
    }),
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

builder.queryField('companies', (t) =>
  t.field({
    type: [CompanyRef],
    authScopes: { signedIn: true },
    description: 'The companies of the caller in the order of the switcher, the demo company last.',
    resolve: async (_root, _args, context) => {
      const memberships = demoLast(await context.memberships())
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
    authScopes: { proven: true },
    description: 'The new company, with the caller as its administrator.',
    args: { createParams: t.arg({ type: RegisterCompanyInput, required: true }) },
    resolve: async (_root, { createParams }, context) => {
      const { userId } = context.principal
      const company = await registerCompany(context.deps, userId, createParams, context.language)
      context.deps.topics.memberChanges.publish({ companyId: company.id, userId })
      return company
    },
  }),
  updateCompany: t.field({
    type: CompanyRef,
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    description: 'The company of the request with changed settings; missing fields stay.',
    args: {
      id: t.arg.string({ required: true }),
      ...settingArgs(t.arg, COMPANY_FIELDS),
    },
    resolve: async (_root, { id, ...change }, context) => {
      const { companyId } = context.member()
      if (id !== companyId) throw new Refusal({ code: 'COMPANY_NOT_FOUND', params: { id } })
      const company = await changeCompany(context.deps, context.member(), change)
      // Whom it lets do something new, or no more, is asked for anew.
      const operators = change.operatorsMayConfirm == null ? [] : await context.inTenant(listOperatorIds)
      for (const userId of operators) context.deps.topics.memberChanges.publish({ companyId, userId })
      return company
    },
  }),
}))

/** The company that somebody lands in may be the demo; it is the last all the same (spec 000 §2). */
function demoLast<Row extends { readonly companyId: string }>(memberships: readonly Row[]): readonly Row[] {
  return memberships.toSorted((one, other) => Number(one.companyId === DEMO_COMPANY_ID) - Number(other.companyId === DEMO_COMPANY_ID))
}
