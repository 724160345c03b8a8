import type { FastifyRequest } from 'fastify'
import { Kind, OperationTypeNode, parse } from 'graphql'
import type { DocumentNode } from 'graphql'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { languageOf } from '#server/access/caller.ts'
import type { Caller } from '#server/access/caller.ts'

/** The only operation that needs no token: who has no account yet makes one. */
const OPERATION = 'registerUser'
/** Longer bodies and texts are not read at all; a registration takes a few hundred characters. */
const MAX_BODY_BYTES = 16_384
const MAX_QUERY_LENGTH = 4_000
const NOBODY = asId<UserId>('00000000-0000-0000-0000-000000000000')

/** Returns whether the request claims to be somebody's. */
export function hasCredentials(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined
}

/** Returns the caller without a token, limited to the scope `anyone`. */
export function anonymousCaller(language: string | undefined): Caller {
  return { principal: { userId: NOBODY, companyId: null }, membership: null, authLevel: 'NOBODY', language: languageOf(language) }
}

/** Returns whether a request without a token is worth reading: a short text in JSON. */
export function mayBeRegistration(request: FastifyRequest): boolean {
  const length = Number(request.headers['content-length'])
  if (!Number.isInteger(length) || length > MAX_BODY_BYTES) return false
  return request.method === 'POST' && /^application\/json\b/.test(request.headers['content-type'] ?? '')
}

/** Returns whether a request is a registration and nothing else: one mutation with one field, posted by our own page or by a program. */
export function isRegistration(request: FastifyRequest, publicOrigin: string): boolean {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const isOwnPage = origin === undefined || origin === publicOrigin || origin === `${request.protocol}://${request.host}`
  if (!isOwnPage || (site !== undefined && site !== 'same-origin')) return false
  const query = textOf(request.body, 'query')
  return query !== null && query.length <= MAX_QUERY_LENGTH && isRegistrationText(query)
}

function isRegistrationText(query: string): boolean {
  const [definition, ...others] = parsed(query)?.definitions ?? []
  if (definition?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) return false
  if (definition.operation !== OperationTypeNode.MUTATION) return false
  const [field, ...more] = definition.selectionSet.selections
  return field?.kind === Kind.FIELD && more.length === 0 && field.name.value === OPERATION
}

function parsed(query: string): DocumentNode | null {
  try {
    return parse(query, { noLocation: true, maxLexicalTokens: 500 })
  } catch {
    return null
  }
}

function textOf(body: unknown, name: string): string | null {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
  return typeof value === 'string' ? value : null
}
