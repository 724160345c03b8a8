import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { createYoga } from 'graphql-yoga'
import { RETRY_AFTER_SECONDS } from '#server/http/errors.ts'
import { metrics } from '#server/http/metrics.ts'
import { addressKey, createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import type { AttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { Refusal } from '#server/refusal.ts'
import { anonymousCaller, hasCredentials, isRegistration, mayBeRegistration } from './anonymous.ts'
import { createContext } from './context.ts'
import type { ApiDeps } from '#server/apiDeps.ts'
import type { Caller, CallerFinder } from '#server/access/caller.ts'
import type { ErrorCode } from './errorCodes.ts'
import { limitsPlugin } from './limitsPlugin.ts'
import { LIMITS } from './limits.ts'
import { maskError } from './maskError.ts'

export const GRAPHQL_PATH = '/api/graphql'

export type GraphqlDeps = { readonly schema: GraphQLSchema; readonly findCaller: CallerFinder; readonly api: ApiDeps }

/** What is refused before GraphQL has a status of its own. */
const STATUS_OF: Readonly<Record<string, number>> = {
  NO_DISK_SPACE: 503,
  SERVER_BUSY: 503,
  SERVICE_UNAVAILABLE: 503,
  TOO_MANY_REQUESTS: 429,
}

/** Registrations of one address; a whole shift may sit behind one. */
const REGISTRATION_LIMIT = { failures: 10, windowMs: 60_000 }

const duration = metrics.histogram('trueline_graphql_request_seconds', 'Time from a request to the API to its answer.')
const requests = metrics.counter('trueline_graphql_requests_total', 'Requests to the API by HTTP status.')

/** Adds the GraphQL endpoint: 401 before anything else for a token that is missing or not valid, limits before execution, unexpected errors masked. */
export async function registerGraphql(app: FastifyInstance, { schema, findCaller, api: deps }: GraphqlDeps): Promise<void> {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const limiter = createAttemptLimiter(REGISTRATION_LIMIT)
  const yoga = createYoga<{ req: FastifyRequest; reply: FastifyReply }>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: { limit: LIMITS.batch },
    logging: false,
    maskedErrors: { maskError: (error) => maskError(error, deps.log) },
    plugins: [limitsPlugin()],
    context: ({ req }) => {
      const caller = callers.get(req)
      if (!caller) throw new Refusal({ code: 'UNAUTHENTICATED' })
      return createContext(caller, deps, req.ip)
    },
  })
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!hasCredentials(request) && mayBeRegistration(request)) return undefined
      const { authorization, 'x-schema-code': schemaCode, 'accept-language': language } = request.headers
      const caller = await findCaller({ authorization, schemaCode: one(schemaCode), language })
      if (caller === null) return reply.code(401).header('www-authenticate', 'Bearer').send(errorBody('UNAUTHENTICATED'))
      const actingUserId = one(request.headers['x-acting-user'])?.trim()
      callers.set(request, actingUserId === undefined || actingUserId === '' ? caller : { ...caller, actingUserId })
      return undefined
    })
    scope.addHook('preValidation', async (request, reply) => {
      if (!hasCredentials(request)) return admitAnonymous(request, reply, { callers, limiter, deps })
      if (Array.isArray(request.body) && request.body.length > LIMITS.batch) {
        return reply.code(413).send(errorBody('BATCH_TOO_LARGE', { max: LIMITS.batch }))
      }
      return undefined
    })
    scope.addHook('onResponse', async (_request, reply) => {
      duration.observe(reply.elapsedTime / 1000)
      requests.increment(1, { status: reply.statusCode })
    })
    scope.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => sendError(deps, error, reply))
    scope.route({
      url: GRAPHQL_PATH,
      method: ['GET', 'POST'],
      bodyLimit: LIMITS.bodyBytes,
      handler: async (req, reply) => send(await yoga.handleNodeRequestAndResponse(req, reply, { req, reply }), reply),
    })
  })
}

type Admission = { readonly callers: WeakMap<FastifyRequest, Caller>; readonly limiter: AttemptLimiter; readonly deps: ApiDeps }

/** Lets a registration in without a token, so many a minute from one address; anything else needs one. */
async function admitAnonymous(request: FastifyRequest, reply: FastifyReply, { callers, limiter, deps }: Admission): Promise<unknown> {
  if (!isRegistration(request, new URL(deps.config.publicUrl).origin)) {
    return reply.code(401).header('www-authenticate', 'Bearer').send(errorBody('UNAUTHENTICATED'))
  }
  const waitMs = limiter.take(addressKey(request.ip), deps.now())
  if (waitMs > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: Math.ceil(waitMs / 1000) } })
  callers.set(request, anonymousCaller(request.headers['accept-language']))
  return undefined
}

async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  response.headers.forEach((value, name) => reply.header(name, value))
  return reply.code(response.status).send(await response.text())
}

function sendError(deps: ApiDeps, error: Error & { statusCode?: number }, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) {
    const status = STATUS_OF[error.code] ?? 400
    const retryAfter = status === 503 ? RETRY_AFTER_SECONDS : error.params['retryAfter']
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    return reply.code(status).send(errorBody(error.code, error.params))
  }
  if (error.statusCode === 413) return reply.code(413).send(errorBody('BODY_TOO_LARGE', { max: LIMITS.bodyBytes }))
  if (error.statusCode !== undefined && error.statusCode < 500) return reply.code(error.statusCode).send(errorBody('BAD_REQUEST'))
  const masked = maskError(error, deps.log)
  return reply.code(500).send({ errors: [masked] })
}

function errorBody(code: ErrorCode | (string & {}), params: Readonly<Record<string, boolean | number | string>> = {}) {
  return { errors: [{ message: code, extensions: { code, params } }] }
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
