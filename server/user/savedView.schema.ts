import { LIST_NAMES } from '#engine/user/savedView.ts'
import { builder } from '#server/graphql/builder.ts'
import { keepView } from './savedView.service.ts'
import { deleteSavedView, listSavedViews } from './savedView.store.ts'
import type { SavedView } from './savedView.store.ts'

const ListNameEnum = builder.enumType('ListName', { values: LIST_NAMES })

const SavedViewRef = builder.objectRef<SavedView>('SavedView').implement({
  description: 'A view of a list that a person saved for themselves.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    list: t.expose('list', { type: ListNameEnum }),
    name: t.exposeString('name'),
    search: t.exposeString('search', { description: 'The query parameters of the page, such as `action=UPDATE_TEAM&range=today`.' }),
  }),
})

builder.queryField('savedViews', (t) =>
  t.field({
    type: [SavedViewRef],
    authScopes: { member: true },
    description: 'The views of lists that the caller saved in this company, by name.',
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
    description: 'Saves a view of a list, in place of one of the same name.',
    args: {
      list: t.arg({ type: ListNameEnum, required: true }),
      name: t.arg.string({ required: true }),
      search: t.arg.string({ required: true }),
    },
    resolve: (_root, form, context) => context.inTenant((tenant) => keepView(tenant, context.principal.userId, form)),
  }),
  deleteSavedView: t.boolean({
    authScopes: { member: true },
    description: 'Removes a saved view of the caller; returns whether there was one.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: (_root, { id }, context) => context.inTenant((tenant) => deleteSavedView(tenant, context.principal.userId, id)),
  }),
}))
