import { EXTENSION_MARKERS } from '#engine/extension/extension.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { type CompanyExtension, listExtensions, switchExtension } from './extension.service.ts'

const MarkerEnum = builder.enumType('ExtensionMarker', { description: 'C = coming, N = new, S = standard.', values: EXTENSION_MARKERS })

const ExtensionRef = builder.objectRef<CompanyExtension>('Extension').implement({
  description: 'A part of the product that a company switches on and off.',
  fields: (t) => ({
    id: t.exposeString('id'),
    name: t.exposeString('name'),
    marker: t.expose('marker', { type: MarkerEnum }),
    activated: t.exposeBoolean('isActivated', { description: 'While it is off its operations answer EXTENSION_OFF; its data stay.' }),
  }),
})

builder.queryFields((t) => ({
  extensions: t.field({
    type: [ExtensionRef],
    authScopes: { member: true },
    description: 'What the store offers, and whether the company has it on.',
    resolve: async (_root, _args, context) => [...(await context.inTenant(listExtensions))],
  }),
}))

const ID = 'As `extensions` has it.'

builder.mutationFields((t) => ({
  activateExtension: t.field({
    type: ExtensionRef,
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    description: 'Switches an extension on for the company, at once.',
    args: { id: t.arg.string({ required: true, description: ID }) },
    resolve: (_root, { id }, context) => switched(context, id, true),
  }),
  deactivateExtension: t.field({
    type: ExtensionRef,
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    description: 'Switches an extension off: its pages and operations are gone and its jobs rest until it is on again; its data stay.',
    args: { id: t.arg.string({ required: true, description: ID }) },
    resolve: (_root, { id }, context) => switched(context, id, false),
  }),
}))

function switched(context: RequestContext, id: string, isActivated: boolean): Promise<CompanyExtension> {
  const change = { id, isActivated, userId: context.principal.userId, at: new Date(context.now()) }
  return context.inTenant((tenant) => switchExtension(tenant, change))
}
