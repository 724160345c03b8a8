import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { printSchema } from 'graphql'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { CallerFinder } from '#server/access/caller.ts'
import { createContext } from '#server/graphql/context.ts'
import type { ApiDeps } from '#server/apiDeps.ts'
import { Refusal } from '#server/refusal.ts'
import { documentationOf } from './documentation.ts'
import { findExampleIds } from './exampleIds.store.ts'

export const DOCUMENTATION_PATH = '/api/documentation'
export const SCHEMA_PATH = '/api/schema.graphql'

type Deps = { readonly api: ApiDeps; readonly schema: GraphQLSchema; readonly findCaller: CallerFinder }

/**
 * Adds the documentation routes: the documentation with examples of the caller's company (READ API_KEY), and the schema text for any bearer, keys
 * included, so that programs can generate types.
 */
export async function registerDocumentation(app: FastifyInstance, { api, schema, findCaller }: Deps): Promise<void> {
  const callerOf = async ({ headers }: FastifyRequest) => {
    const [schemaCode] = [headers['x-schema-code']].flat()
    const caller = await findCaller({ authorization: headers.authorization, schemaCode, language: headers['accept-language'] })
    if (caller === null) throw new Refusal({ code: 'UNAUTHENTICATED' })
    return caller
  }
  app.get(DOCUMENTATION_PATH, async (request, reply) => {
    const context = createContext(await callerOf(request), api, request.ip)
    if (!context.may('READ', 'API_KEY')) throw new Refusal({ code: 'FORBIDDEN', params: { action: 'READ', subject: 'API_KEY' } })
    const ids = await context.inTenant((tenant) => findExampleIds(tenant, context.principal.userId))
    const hour = Math.floor(api.now() / HOUR_MS) * HOUR_MS
    return reply.header('cache-control', 'no-store').send(documentationOf(schema, { ids, hour }))
  })
  app.get(SCHEMA_PATH, async (request, reply) => {
    await callerOf(request)
    return reply.type('text/plain; charset=utf-8').send(`${printSchema(schema)}\n`)
  })
  await Promise.resolve()
}
