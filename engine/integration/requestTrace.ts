/** A request to the other system, as who set the connection up may see it: no query, no body, no secret. */
export type TracedRequest = {
  /** The method and the path, and of calls that all have one path what is called. */
  readonly asked: string
  /** null = no answer came. */
  readonly status: number | null
  readonly ms: number
  /** What was wrong, in the words of the other system; null = nothing, or it did not say. */
  readonly answer: string | null
  /** Why there was no answer. */
  readonly problem: string | null
}

const MOST_ANSWER = 200
/** Longer answers are not read for an error message; stack traces run to tens of thousands of characters. */
const MOST_JSON = 200_000
/** Tags are stripped from at most this many characters: it takes quadratic time. */
const BEGINNING = 4_000
/** Shorter ones would blank out words. */
const LEAST_SECRET = 4

/** Returns what is asked, in one line: `POST /jsonrpc mrp.production.fields_get`. */
export function askedOf(method: string, url: string, body: string | null): string {
  const path = /^https?:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? ''
  return [method, path === '' ? '/' : path, calledOf(body)].filter((part) => part !== null).join(' ')
}

/**
 * Returns what an answer says is wrong: the message of an error, else the beginning of its text; null where it is none: of a good answer only what it calls an
 * error is one. Secrets are blanked out.
 */
export function answerOf(status: number, body: string, secrets: readonly string[]): string | null {
  const json = body.length > MOST_JSON ? null : jsonOf(body)
  const said = messageOf(status < 400 && isRecord(json) ? { error: json['error'] } : json)
  if (said === null && status < 400) return null
  // Blanked out before it is cut: half a secret is none that can be found.
  const masked = withoutSecrets(said ?? body.slice(0, MOST_JSON), secrets).slice(0, BEGINNING)
  const text = (said === null ? masked.replaceAll(/<(script|style)[^]*?<\/\1>|<[^>]*>/gi, ' ') : masked)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  // Half a character is stored nowhere.
  return text === '' ? null : text.slice(0, MOST_ANSWER).toWellFormed()
}

/** Returns the text with each of the secrets blanked out. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= LEAST_SECRET)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, secret) => left.replaceAll(secret, '***').replaceAll(encodeURIComponent(secret), '***'), text)
}

/** JSON-RPC has one path for all that it can do. */
function calledOf(body: string | null): string | null {
  const call = jsonOf(body ?? '')
  if (!isRecord(call) || typeof call['method'] !== 'string') return null
  const params = call['params']
  if (!isRecord(params)) return call['method']
  const { service, method, args } = params
  if (typeof service !== 'string' || typeof method !== 'string') return null
  const [model, act] = Array.isArray(args) && method.startsWith('execute') ? args.slice(3, 5) : []
  return typeof model === 'string' && typeof act === 'string' ? `${model}.${act}` : `${service}.${method}`
}

/** Odoo tells more in `data` than in the error itself. */
function messageOf(answer: unknown): string | null {
  if (!isRecord(answer)) return null
  const { error, message, error_description: described } = answer
  if (isRecord(error)) return messageOf(error['data']) ?? messageOf(error)
  for (const text of [described, message, error]) if (typeof text === 'string' && text !== '') return text
  return null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
