import type { GraphQLSchema } from 'graphql'
import { defaultFieldResolver } from 'graphql'
import { QUERIES_OF_PEOPLE } from '#engine/access/keyAbilities.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { Refusal } from '#server/refusal.ts'

/** What an operation may ask of the caller, as its schema file names it. */
type Scopes = Readonly<Record<string, unknown>>

/**
 * Returns the schema with every change that needs no ability refused to API keys (FORBIDDEN): such changes are of the person's own account,
 * memberships and companies, on which a key may not act (G-23); and every query whose answer is for people.
 */
export function refuseKeysOnAccounts(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    if (scopesOf(field.extensions)?.['ability'] !== undefined) continue
    const resolve = field.resolve ?? defaultFieldResolver
    field.resolve = (parent, args, context: RequestContext, info) => {
      if (context.apiKeyId !== undefined) throw new Refusal({ code: 'FORBIDDEN' })
      return resolve(parent, args, context, info)
    }
  }
  for (const name of QUERIES_OF_PEOPLE) {
    const field = schema.getQueryType()?.getFields()[name]
    if (field === undefined) throw new Error(`no query ${name}`)
    const resolve = field.resolve ?? defaultFieldResolver
    field.resolve = (parent, args, context: RequestContext, info) => {
      if (context.apiKeyId !== undefined) throw new Refusal({ code: 'FORBIDDEN', params: { ...abilityOf(field.extensions) } })
      return resolve(parent, args, context, info)
    }
  }
  return schema
}

/** Returns what an operation asks of the caller, by the extensions that the builder leaves on its field; undefined when it asks nothing. */
export function scopesOf(extensions: Readonly<Record<string | symbol, unknown>>): Scopes | undefined {
  const options = extensions['pothosOptions']
  if (typeof options !== 'object' || options === null || !('authScopes' in options)) return undefined
  const { authScopes } = options
  return typeof authScopes === 'object' && authScopes !== null ? { ...authScopes } : undefined
}

function abilityOf(extensions: Parameters<typeof scopesOf>[0]): Readonly<Record<string, string>> {
  const ability = scopesOf(extensions)?.['ability']
  return typeof ability === 'object' && ability !== null
    ? Object.fromEntries(Object.entries(ability).map(([name, word]) => [name, String(word)]))
    : {}
}
