import { builder, can } from '#server/graphql/builder.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { createApiKey, endApiKey } from './apiKey.service.ts'
import { listApiKeys } from './apiKey.store.ts'
import type { ApiKey } from './apiKey.store.ts'

const ApiKeyRef = builder.objectRef<ApiKey>('ApiKey').implement({
  description: 'A key for a program, which acts for its creator.',
  fields: (t) => ({
    id: t.field({ type: 'Guid', resolve: (key) => key.id }),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true }),
    expiration: t.expose('expiration', { type: 'DateTime', nullable: true, description: 'When it ends; null = never.' }),
    userId: t.field({
      type: 'Guid',
      description: 'The creator; the key never has more rights than that person.',
      resolve: (key) => key.userId,
    }),
    user: t.field({ type: UserRef, nullable: true, resolve: (key, _args, context) => userById(context).load(key.userId) }),
    lastFour: t.exposeString('lastFour', { description: 'The last four characters of the secret.' }),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
    lastUsedOn: t.expose('lastUsedOn', { type: 'DateTime', nullable: true, description: 'To the minute; null = never used.' }),
    isExpired: t.boolean({ resolve: (key, _args, context) => key.expiration !== null && key.expiration.getTime() <= context.now() }),
  }),
})

const ApiKeyCreatedRef = builder.objectRef<ApiKey & { readonly secret: string }>('ApiKeyCreated').implement({
  fields: (t) => ({
    id: t.field({ type: 'Guid', resolve: (key) => key.id }),
    secret: t.exposeString('secret', { description: 'The bearer token, shown only in this answer.' }),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true }),
    expiration: t.expose('expiration', { type: 'DateTime', nullable: true }),
  }),
})

builder.queryField('apiKeys', (t) =>
  t.field({
    type: [ApiKeyRef],
    authScopes: can('READ', 'API_KEY'),
    description: 'The keys of the company that were not revoked, expired ones too, the newest first.',
    resolve: async (_root, _args, context) => [...(await context.inTenant((tenant) => listApiKeys(tenant)))],
  }),
)

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: ApiKeyCreatedRef,
    authScopes: can('MODIFY', 'API_KEY'),
    description: 'A new key of the caller for the company; its secret is in this answer only.',
    args: {
      name: t.arg.string({ required: true }),
      description: t.arg.string(),
      expiration: t.arg({ type: 'DateTime', description: 'When the key ends; without it never.' }),
    },
    resolve: (_root, { name, description, expiration }, context) =>
      createApiKey(context.deps, context.member(), { name, description: description ?? null, expiration: expiration ?? null }),
  }),
  deleteApiKey: t.boolean({
    authScopes: can('MODIFY', 'API_KEY'),
    description: 'Revokes the key; from then on it is refused like one that never was.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      await endApiKey(context.deps, context.member(), id)
      return true
    },
  }),
}))
