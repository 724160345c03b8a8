import { randomUUID } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { RETRY_AFTER_SECONDS, statusOf } from '#server/http/errors.ts'
import { Refusal } from '#server/refusal.ts'
import type { Logger } from '#server/log.ts'
import type { ErrorCode } from './errorCodes.ts'

export const UNEXPECTED = 'Something seems to have gone wrong'

/** Returns what a client may know of an error: a refusal's code, field and params, and `others` of the same form where more is wrong; of anything unexpected only an id, under which the log has it. */
export function maskError(error: unknown, log: Logger): Error {
  const original = error instanceof GraphQLError ? error.cause : error
  if (original instanceof Refusal) {
    const { code, field, params, others } = original
    const isForNow = statusOf(code) === 503
    // The status and header of the whole answer; GraphQL Yoga takes them out of the error.
    const http = { status: 503, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } }
    const beside = others.length > 0 && { others: others.map((other) => ({ ...other, params: other.params ?? {} })) }
    return located(error, code, { code, ...(field !== undefined && { field }), params, ...beside, ...(isForNow && { http }) })
  }
  if (error instanceof GraphQLError && !isUnexpected(error)) return withCode(error)
  const id = randomUUID()
  log.error({ id, err: original ?? error }, 'a request to the API failed')
  return located(error, UNEXPECTED, { code: 'INTERNAL_ERROR' satisfies ErrorCode, params: { id } })
}

/**
 * Our scalars and limits throw GraphQLErrors with a code, and validation errors have no path. Any other error with a path comes from a resolver or a
 * mismatched answer.
 */
function isUnexpected(error: GraphQLError): boolean {
  if (typeof error.extensions['code'] === 'string') return false
  return error.path !== undefined || (error.cause != null && !(error.cause instanceof GraphQLError))
}

function withCode(error: GraphQLError): GraphQLError {
  if (typeof error.extensions['code'] === 'string') return error
  return located(error, error.message, { ...error.extensions, code: 'GRAPHQL_VALIDATION_FAILED' satisfies ErrorCode })
}

function located(error: unknown, message: string, extensions: Record<string, unknown>): GraphQLError {
  if (!(error instanceof GraphQLError)) return new GraphQLError(message, { extensions })
  const { nodes, source, positions, path } = error
  return new GraphQLError(message, { nodes, source, positions, path, extensions })
}
