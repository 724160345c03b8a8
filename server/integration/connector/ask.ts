import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { OutboundFailure } from '#server/outbound/guardedFetch.ts'
import { ConnectorFailure } from './connector.ts'

/** What is asked of the other system. */
export type Question = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** A form instead of a body in JSON. */
  readonly form?: Readonly<Record<string, string>>
}
/** An answer in JSON with its size; `link` is its Link header. */
export type JsonAnswer = { readonly status: number; readonly json: unknown; readonly link: string | null; readonly bytes: number }

const TIMEOUT_MS = 10_000
const MOST_BYTES = 5_000_000
const MOST_MESSAGE = 200
/** Statuses of which trying again may help. */
const TRANSIENT = [408, 425, 429, 500, 502, 503, 504]

/** Returns the answer, whatever its status. Throws a failure where nobody answers in time, or not in JSON. */
export async function askJson(fetcher: GuardedFetch, { method, url, headers = {}, body, form }: Question): Promise<JsonAnswer> {
  const host = hostOf(url)
  const answer = await fetcher({
    url,
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
  }).catch((error: unknown) => {
    throw error instanceof OutboundFailure ? roadFailure(error, host) : error
  })
  const { status } = answer
  const link = answer.headers['link'] ?? null
  const text = answer.body.toString('utf8')
  try {
    return { status, json: text === '' ? null : (JSON.parse(text) as unknown), link, bytes: answer.body.length }
  } catch {
    // Some write OK.
    if (status < 300 && answer.headers['content-type']?.startsWith('text/plain') === true)
      return { status, json: text, link, bytes: answer.body.length }
    // The page of a proxy that waits for the system behind it, or of something else at this address.
    throw new ConnectorFailure('INTEGRATION_NOT_JSON', { isTransient: TRANSIENT.includes(status), params: { host, status } })
  }
}

/** Returns the failure that a status means; `message` is what the system said of it. */
export function statusFailure(status: number, message: string): ConnectorFailure {
  if (status === 401 || status === 403) return new ConnectorFailure('INTEGRATION_SIGN_IN', { isTransient: false, params: { status } })
  return new ConnectorFailure('INTEGRATION_ANSWERED', {
    isTransient: TRANSIENT.includes(status),
    params: { status, message: shortText(message) },
  })
}

/** Returns a text of the other system as far as it is stored: one line without signs that control anything. */
export function shortText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_MESSAGE)
    .toWellFormed()
}

/** What the administrator has to change fails for good, what the network does may pass. */
function roadFailure(failure: OutboundFailure, host: string): ConnectorFailure {
  const { problem } = failure
  if (problem === 'TIMEOUT')
    return new ConnectorFailure('INTEGRATION_TIMEOUT', { isTransient: true, params: { host, seconds: TIMEOUT_MS / 1000 }, cause: failure })
  const isTransient = problem === 'UNREACHABLE' || problem === 'HOST_UNKNOWN'
  return new ConnectorFailure(`INTEGRATION_${problem}`, { isTransient, params: { host }, cause: failure })
}

/** Returns the host of the address, as failures name it. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url.slice(0, 100)
}
