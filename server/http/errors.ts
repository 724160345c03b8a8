import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { withoutOutage } from '#server/db/outage.ts'
import { Refusal } from '#server/refusal.ts'

/** HTTP statuses of the codes that are not a plain "your input is wrong" (422). */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  FILE_EXPIRED: 410,
  TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  NO_DISK_SPACE: 503,
  SERVER_BUSY: 503,
  SERVICE_UNAVAILABLE: 503,
}

/** Codes of what Fastify itself refuses, by its status. */
const CODE_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
}

export const RETRY_AFTER_SECONDS = 2

/** Body of every refused or failed request besides GraphQL and OpenID: the code is stable, the text is the client's. */
export type ErrorBody = {
  readonly error: { readonly code: string; readonly field?: string; readonly params: Readonly<Record<string, boolean | number | string>> }
}

/** Answers an error: a refusal with its code, a database that is away with 503, anything unexpected masked, with the id under which it is logged. */
export async function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const seen = withoutOutage(error)
  if (seen instanceof Refusal) {
    const retryAfter = statusOf(seen.code) === 503 ? RETRY_AFTER_SECONDS : seen.params['retryAfter']
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
    return reply.code(statusOf(seen.code)).send(body(seen.code, seen.params, seen.field))
  }
  const status = error.statusCode ?? 500
  if (status < 500) return reply.code(status).send(body(CODE_BY_STATUS[status] ?? 'BAD_REQUEST', {}))
  request.log.error({ err: error, id: request.id, path: loggedPath(request.url) }, 'a request failed')
  return reply.code(500).send(body('UNEXPECTED', { id: request.id }))
}

/** The link of a public page is a secret, which no log keeps. */
function loggedPath(url: string): string | undefined {
  return url.split('?')[0]?.replace(/^(\/(?:api\/)?public)\/[^/]+/, '$1/…')
}

/** Returns the HTTP status of a refusal's code: 422 unless the code says more. */
export function statusOf(code: string): number {
  return STATUS_BY_CODE[code] ?? (code.endsWith('_NOT_FOUND') ? 404 : 422)
}

/** Returns the answer's body for a code. */
export function body(code: string, params: Readonly<Record<string, boolean | number | string>>, field?: string): ErrorBody {
  return { error: { code, params, ...(field === undefined ? {} : { field }) } }
}
