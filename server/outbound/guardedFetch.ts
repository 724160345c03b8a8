import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP } from 'node:net'
import { SECOND_MS } from '#engine/time/durations.ts'
import { isReachableAddress } from './reachableAddress.ts'

/** Why a customer's server was not asked, or gave no answer. */
export const OUTBOUND_PROBLEMS = [
  'URL_REFUSED',
  'ADDRESS_REFUSED',
  'REDIRECT_REFUSED',
  'HOST_UNKNOWN',
  'CERTIFICATE_REFUSED',
  'UNREACHABLE',
  'TIMEOUT',
  'TOO_LARGE',
] as const
export type OutboundProblem = (typeof OUTBOUND_PROBLEMS)[number]

/** Thrown when there is no answer; `detail` is for a log or an administrator and never repeats the path, which may hold a key. */
export class OutboundFailure extends Error {
  readonly problem: OutboundProblem
  readonly detail: string

  constructor(problem: OutboundProblem, detail: string) {
    super(`${problem}: ${detail}`)
    this.problem = problem
    this.detail = detail
  }
}

export type OutboundRequest = {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** From the question for the name of the host to the last byte of the answer. */
  readonly timeoutMs?: number
  /** Of the body of the answer. */
  readonly maxBytes?: number
  /** How many redirects a GET follows, all on its own host; none when left out, and the answer is then the redirect. */
  readonly redirects?: number
  /** Whether only https on its usual port is asked. */
  readonly isTlsOnly?: boolean
  /** Certificates in PEM that are trusted instead of the usual ones. */
  readonly trusts?: string
  readonly signal?: AbortSignal
}

export type OutboundAnswer = {
  readonly status: number
  /** Names in lower case; of a header that came more than once all values, with commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Asks a server that a customer named. Throws an `OutboundFailure` when there is no answer. */
export type GuardedFetch = (request: OutboundRequest) => Promise<OutboundAnswer>

type Options = {
  /** Whether addresses of the own network and of this machine may be asked. */
  readonly allowsPrivate: boolean
  /** All addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

const TIMEOUT_MS = 10 * SECOND_MS
const MAX_BYTES = 5 * 1024 * 1024
const MAX_HEADER_BYTES = 32 * 1024

/**
 * Returns the one way in which the server asks others for a customer: a host whose addresses are not all allowed is refused, the address that was looked at
 * is the one that is connected to, and an answer ends at its limits of time and size.
 */
export function createGuardedFetch({ allowsPrivate, resolve = addressesOf }: Options): GuardedFetch {
  const once = async (asked: OutboundRequest, url: URL, signal: AbortSignal): Promise<OutboundAnswer> => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const addresses = isIP(host) === 0 ? await resolve(host) : [host]
    signal.throwIfAborted()
    const refused = addresses.find((address) => !isReachableAddress(address, { allowsPrivate }))
    if (refused !== undefined) throw new OutboundFailure('ADDRESS_REFUSED', `${host} is ${refused}`)
    const address = addresses[0]
    if (address === undefined) throw new OutboundFailure('HOST_UNKNOWN', host)
    return await exchange(asked, { url, host, addresses, signal })
  }
  return async (asked) => {
    const timeout = AbortSignal.timeout(asked.timeoutMs ?? TIMEOUT_MS)
    const signal = asked.signal === undefined ? timeout : AbortSignal.any([timeout, asked.signal])
    let url = checkedUrl(asked.url, asked)
    try {
      for (let left = asked.redirects ?? 0; ; left--) {
        const answer = await abortable(once(asked, url, signal), signal)
        const next = left > 0 && isGet(asked) ? redirectOf(answer, url, asked) : null
        if (next === null) return answer
        url = next
      }
    } catch (error) {
      throw failureOf(error, { url, timeout, given: asked.signal })
    }
  }
}

type Exchange = { readonly url: URL; readonly host: string; readonly addresses: readonly string[]; readonly signal: AbortSignal }

/** Asks at the given addresses only, whatever the name of the host means by now. */
async function exchange(asked: OutboundRequest, { url, host, addresses, signal }: Exchange): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>()
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  const send = url.protocol === 'https:' ? tlsRequest : plainRequest
  const sent = send(
    url,
    {
      method: asked.method ?? 'GET',
      headers: { 'user-agent': 'Trueline', 'accept-encoding': 'identity', ...asked.headers, ...lengthOf(asked.body) },
      // A connection of its own: one that is kept was looked at for another question.
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
      lookup: (_host, options, done) => {
        const [first] = found
        if (options.all === true || first === undefined) done(null, found)
        else done(null, first.address, first.family)
      },
      ...(isIP(host) === 0 && { servername: host }),
      ...(asked.trusts !== undefined && { ca: asked.trusts }),
    },
    (got) => void readAnswer(got, asked.maxBytes ?? MAX_BYTES).then(resolve, reject),
  )
  sent.on('error', reject)
  sent.end(asked.body)
  try {
    return await promise
  } finally {
    sent.destroy()
  }
}

async function readAnswer(got: IncomingMessage, maxBytes: number): Promise<OutboundAnswer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of got as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) throw new OutboundFailure('TOO_LARGE', `the answer is larger than ${maxBytes} bytes`)
    parts.push(part)
  }
  const headers = Object.fromEntries(Object.entries(got.headers).map(([name, value]) => [name, [value].flat().join(', ')]))
  return { status: got.statusCode ?? 0, headers, body: Buffer.concat(parts) }
}

function checkedUrl(text: string, { isTlsOnly = false }: OutboundRequest): URL {
  if (!URL.canParse(text)) throw new OutboundFailure('URL_REFUSED', 'this is no URL')
  const url = new URL(text)
  if (isTlsOnly && (url.protocol !== 'https:' || url.port !== '')) throw new OutboundFailure('URL_REFUSED', 'https on port 443 only')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundFailure('URL_REFUSED', 'https or http only')
  if (url.username !== '' || url.password !== '') throw new OutboundFailure('URL_REFUSED', 'no name and password in a URL')
  return url
}

/** Returns where a redirect leads, null for any other answer; to another host or out of TLS nothing is sent, since it may carry a key. */
function redirectOf({ status, headers }: OutboundAnswer, from: URL, asked: OutboundRequest): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return null
  if (!URL.canParse(headers.location, from.href)) throw new OutboundFailure('REDIRECT_REFUSED', 'to no URL')
  const to = checkedUrl(new URL(headers.location, from).href, asked)
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname
  if (to.origin !== from.origin && !isUpgrade) throw new OutboundFailure('REDIRECT_REFUSED', `from ${from.origin} to ${to.origin}`)
  return to
}

async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** The system's resolver cannot be called off, so whoever waits for it is. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

type Asked = { readonly url: URL; readonly timeout: AbortSignal; readonly given: AbortSignal | undefined }

function failureOf(error: unknown, { url, timeout, given }: Asked): unknown {
  if (error instanceof OutboundFailure) return error
  if (given?.aborted === true) return error
  const host = url.host
  if (timeout.aborted) return new OutboundFailure('TIMEOUT', `${host} gave no answer in time`)
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'].includes(code))
    return new OutboundFailure('HOST_UNKNOWN', host)
  const isCertificate = /^ERR_TLS|CERT|UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH/.test(code)
  return new OutboundFailure(isCertificate ? 'CERTIFICATE_REFUSED' : 'UNREACHABLE', `${host}: ${code === '' ? String(error) : code}`)
}

function lengthOf(body: string | Buffer | undefined): Readonly<Record<string, string>> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
}

function isGet({ method = 'GET' }: OutboundRequest): boolean {
  return method === 'GET'
}
