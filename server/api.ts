import type { FastifyInstance } from 'fastify'
import { createCallerFinder } from '#server/access/caller.ts'
import { registerDocumentation } from '#server/apiKey/documentationRoutes.ts'
import { registerGraphql } from '#server/graphql/route.ts'
import type { Identity } from '#server/identity/identity.ts'
import { registerImports } from '#server/jobOrder/import/importRoutes.ts'
import type { ApiDeps } from './apiDeps.ts'
import { schema } from './schema.ts'

/** Adds the API of all areas and its documentation. */
export async function registerApi(app: FastifyInstance, api: ApiDeps, identity: Pick<Identity, 'verifyAccessToken'>): Promise<void> {
  const findCaller = createCallerFinder({ ...api, verifyAccessToken: (token) => identity.verifyAccessToken(token) })
  await registerDocumentation(app, { api, schema, findCaller })
  await registerGraphql(app, { schema, findCaller, api })
  registerImports(app, { ...api, findCaller })
}
