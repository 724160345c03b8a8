import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenFree } from './listenFree.ts'

export const REST_KEY = 'rest-api-key'
export const REST_CLIENT = { clientId: 'plant-7', clientSecret: 'client secret' }
export const REST_HMAC = 'signing key'

/** What goes wrong with the next question; PASS = nothing. */
export type RestTrap = 'CUT_AFTER_WRITE' | 'ERROR_IN_200' | 'HTML_200' | 'HTML_404' | 'HTML_502' | 'KEY_ENDED' | 'PASS' | 'TEXT_AFTER_WRITE'
type Record_ = { id: string; [field: string]: unknown }

/** An interface as the published contract of Factory Online describes it, with every way to sign in and to hand out pages. */
export type RestDouble = {
  readonly url: string
  readonly data: { places: Record_[]; orders: Record_[] }
  /** The questions, as method and path. */
  readonly calls: string[]
  /** How pages are handed out, and who is let in. */
  readonly ways: {
    paging: 'CURSOR' | 'LINK' | 'OFFSET' | 'PAGE'
    auth: 'API_KEY' | 'BASIC' | 'BEARER' | 'HMAC' | 'OAUTH2'
    /** A page holds no more, whatever is asked for. */
    mostOnPage: number
    firstPage: 0 | 1
    /** What a page behind the last one is; LAST = the last one again, FIRST = every page is the first one. */
    behind: 'EMPTY' | 'FIRST' | 'LAST' | 'NOT_FOUND'
  }
  tokens: number
  /** Tokens up to this one are not known any more. */
  endedTokens: number
  trap(...traps: readonly RestTrap[]): void
  reset(): void
  close(): Promise<void>
}

const USUAL_WAYS: RestDouble['ways'] = { paging: 'CURSOR', auth: 'API_KEY', mostOnPage: Infinity, firstPage: 1, behind: 'EMPTY' }

/** Starts the interface on a free port of this machine. */
export async function startRestDouble(): Promise<RestDouble> {
  const traps: RestTrap[] = []
  const state = { isKeyEnded: false }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  const url = `http://127.0.0.1:${await listenFree(server)}`
  const double: RestDouble = {
    url,
    data: { places: [], orders: [] },
    calls: [],
    ways: { ...USUAL_WAYS },
    tokens: 0,
    endedTokens: 0,
    trap: (...more) => void traps.push(...more),
    reset: () => {
      traps.length = 0
      state.isKeyEnded = false
      Object.assign(double.ways, USUAL_WAYS)
      double.calls.length = 0
      double.tokens = 0
      double.endedTokens = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const at = new URL(request.url ?? '/', url)
    double.calls.push(`${request.method} ${at.pathname}`)
    if (at.pathname === '/oauth/token') return token(response, new URLSearchParams(body))
    const trap = traps.shift()
    if (trap?.startsWith('HTML_') === true)
      return void response.writeHead(Number(trap.slice(5)), { 'content-type': 'text/html' }).end('<h1>Not what was asked for</h1>')
    if (trap === 'ERROR_IN_200') return json(response, 200, { error: { message: 'The database is\nlocked' } })
    if (trap === 'KEY_ENDED') state.isKeyEnded = true
    if (state.isKeyEnded || !isLetIn(double, { request, at, body })) return json(response, 401, { message: 'no' })
    if (at.pathname === '/v1/work-centers') return page(at, response, double.data.places)
    if (at.pathname === '/v1/job-orders') {
      const since = at.searchParams.get('changedSince')
      return page(
        at,
        response,
        double.data.orders.filter(({ changedAt }) => since === null || String(changedAt) >= since),
      )
    }
    const [, id = '', rest] = /^\/v1\/job-orders\/([^/]+)(\/output)?$/.exec(at.pathname) ?? []
    const order = double.data.orders.find((one) => one.id === decodeURIComponent(id))
    if (order === undefined) return json(response, 404, { message: 'no such order' })
    if (rest === undefined) return json(response, 200, order)
    const { accepted } = JSON.parse(body) as { readonly accepted: number }
    order['acceptedQuantity'] = accepted
    if (trap === 'CUT_AFTER_WRITE') return void request.socket.destroy()
    if (trap === 'TEXT_AFTER_WRITE') return void response.writeHead(200, { 'content-type': 'text/plain' }).end('OK')
    return json(response, 200, order)
  }
  const token = (response: ServerResponse, form: URLSearchParams): void => {
    const isKnown = form.get('client_id') === REST_CLIENT.clientId && form.get('client_secret') === REST_CLIENT.clientSecret
    if (!isKnown || form.get('grant_type') !== 'client_credentials') return json(response, 400, { error: 'invalid_client' })
    double.tokens++
    json(response, 200, { access_token: `token-${double.tokens}`, token_type: 'Bearer', expires_in: 3600 })
  }
  const page = (at: URL, response: ServerResponse, all: readonly Record_[]): void => {
    const { paging, mostOnPage, firstPage, behind } = double.ways
    const size = Math.min(Number(at.searchParams.get('limit') ?? all.length), mostOnPage)
    const wanted =
      paging === 'PAGE'
        ? (Number(at.searchParams.get('page') ?? firstPage) - firstPage) * size
        : Number(at.searchParams.get(paging === 'OFFSET' ? 'offset' : 'cursor') ?? 0)
    const isBehind = wanted > 0 && wanted >= all.length
    if (isBehind && behind === 'NOT_FOUND') return json(response, 404, { message: 'Invalid page.' })
    const last = Math.floor((all.length - 1) / size) * size
    const from = behind === 'FIRST' ? 0 : isBehind && behind === 'LAST' ? last : wanted
    const items = all.slice(from, from + size)
    const next = from + size < all.length ? String(from + size) : null
    if (paging === 'LINK' && next !== null) response.setHeader('link', `<${at.pathname}?limit=${size}&cursor=${next}>; rel="next"`)
    json(response, 200, { items, ...(paging === 'CURSOR' && { next }) })
  }
  return double
}

type Asked = { readonly request: IncomingMessage; readonly at: URL; readonly body: string }

function isLetIn({ ways: { auth }, endedTokens }: Pick<RestDouble, 'endedTokens' | 'ways'>, { request, at, body }: Asked): boolean {
  const { authorization = '' } = request.headers
  switch (auth) {
    case 'API_KEY':
      return request.headers['x-api-key'] === REST_KEY
    case 'BEARER':
      return authorization === `Bearer ${REST_KEY}`
    case 'BASIC':
      return authorization === `Basic ${Buffer.from(`planner:${REST_KEY}`).toString('base64')}`
    case 'OAUTH2':
      return Number(/^Bearer token-(\d+)$/.exec(authorization)?.[1] ?? 0) > endedTokens
    case 'HMAC': {
      const date = String(request.headers['x-date'])
      const hash = createHash('sha256').update(body).digest('hex')
      const text = [request.method, at.pathname + at.search, date, hash].join('\n')
      return request.headers['x-signature'] === createHmac('sha256', REST_HMAC).update(text).digest('base64')
    }
  }
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
