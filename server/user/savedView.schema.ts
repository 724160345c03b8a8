import { LIST_NAMES } from '#engine/user/savedView.ts'
import { builder } from '#server/graphql/builder.ts'
import { Refusal } from '#server/refusal.ts'
import { beginWithView, keepView } from './savedView.service.ts'
import { deleteSavedView, listSavedViews } from './savedView.store.ts'
import type { SavedView } from './savedView.store.ts'

const ListNameEnum = builder.enumType('ListName', { values: LIST_NAMES })

const SavedViewRef = builder.objectRef<SavedView>('SavedView').implement({
  description: 'A view of a list that a person saved, for themselves or for all of the company.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    list: t.expose('list', { type: ListNameEnum }),
    name: t.exposeString('name'),
    isShared: t.exposeBoolean('isShared', { description: 'Whether all of the company see it.' }),
    isDeletable: t.boolean({
      description: 'Whether the caller may delete it: an own one, and a shared one with the right.',
      resolve: ({ userId, isShared }, _args, context) =>
        userId === context.principal.userId || (isShared && context.may('MODIFY', 'ANALYTICS')),
    }),
    isDefault: t.exposeBoolean('isDefault', { description: 'Whether the page begins with it for the caller.' }),
    isDefaultOfAll: t.exposeBoolean('isDefaultOfAll', { description: 'Whether it does for all who chose no other.' }),
    search: t.exposeString('search', { description: 'The query parameters of the page, such as `action=UPDATE_TEAM&range=today`.' }),
  }),
})

builder.queryField('savedViews', (t) =>
  t.field({
    type: [SavedViewRef],
    authScopes: { member: true },
    description: 'The views of lists that the caller saved in this company, and those that are shared, by name.',
    args: { list: t.arg({ type: ListNameEnum }) },
    resolve: async (_root, { list }, context) => [
      ...(await context.inTenant((tenant) => listSavedViews(tenant, context.principal.userId, list ?? null))),
    ],
  }),
)

builder.mutationFields((t) => ({
  saveView: t.field({
    type: SavedViewRef,
    authScopes: { member: true },
    description: 'Saves a view of a list, in place of an own one of the same name. A shared one needs MODIFY of ANALYTICS.',
    args: {
      list: t.arg({ type: ListNameEnum, required: true }),
      name: t.arg.string({ required: true }),
      search: t.arg.string({ required: true }),
      isShared: t.arg.boolean({ description: 'Whether all of the company see it.' }),
    },
    resolve: (_root, { isShared, ...form }, context) => {
      if (isShared === true && !context.may('MODIFY', 'ANALYTICS'))
        throw new Refusal({ code: 'FORBIDDEN', params: { action: 'MODIFY', subject: 'ANALYTICS' } })
      return context.inTenant((tenant) => keepView(tenant, context.principal.userId, { ...form, isShared: isShared === true }))
    },
  }),
  setDefaultView: t.boolean({
    authScopes: { member: true },
    description:
      'Sets the view that a list opens with for the caller, or clears it without an id. With isForAll, sets it for the company: needs MODIFY of ANALYTICS and a shared view.',
    args: {
      list: t.arg({ type: ListNameEnum, required: true }),
      id: t.arg({ type: 'Guid' }),
      isForAll: t.arg.boolean(),
    },
    resolve: async (_root, { list, id, isForAll }, context) => {
      if (isForAll === true && !context.may('MODIFY', 'ANALYTICS'))
        throw new Refusal({ code: 'FORBIDDEN', params: { action: 'MODIFY', subject: 'ANALYTICS' } })
      const wanted = { list, id: id ?? null, isForAll: isForAll === true }
      await context.inTenant((tenant) => beginWithView(tenant, context.principal.userId, wanted))
      return true
    },
  }),
  deleteSavedView: t.boolean({
    authScopes: { member: true },
    description: 'Removes a saved view of the caller, or a shared one with MODIFY of ANALYTICS; returns whether there was one.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: (_root, { id }, context) => {
      const by = { userId: context.principal.userId, withShared: context.may('MODIFY', 'ANALYTICS') }
      return context.inTenant((tenant) => deleteSavedView(tenant, by, id))
    },
  }),
}))
