import { type DocumentNode, execute, type GraphQLSchema, parse } from 'graphql'
import type { RequestContext } from './context.ts'

const parsed = new Map<string, DocumentNode>()

/**
 * Returns the function that asks the API within a request: by the same resolvers, with the rights of the same caller, as if the screen had asked.
 * It throws the first refusal.
 */
export function ownQuery({ schema, context }: { readonly schema: GraphQLSchema; readonly context: RequestContext }) {
  return async <Data>(query: string, variables: Readonly<Record<string, unknown>>): Promise<Data> => {
    const document = parsed.get(query) ?? parse(query)
    parsed.set(query, document)
    const { data, errors } = await execute({ schema, document, contextValue: context, variableValues: variables })
    const [error] = errors ?? []
    if (error !== undefined) throw error.cause instanceof Error ? error.cause : error
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the documents stand beside the types of their answers, and a test asks each
    return data as Data
  }
}
