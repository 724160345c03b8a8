import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { TestApi } from '#server/graphql/testing.ts'
import { listenFree } from './listenFree.ts'
import { callModel, nextDate, OdooError } from '#server/demo/erp/odooModels.ts'
import type { OdooData } from '#server/demo/erp/odooModels.ts'
import { answerOdoo, htmlReply, rpcCall } from '#server/demo/erp/odooRoads.ts'
import type { OdooReply, OdooRoad } from '#server/demo/erp/odooRoads.ts'
import { readXmlCall, xmlAnswer, xmlFault } from './odooXml.ts'

export const DOUBLE_KEY = 'double-api-key'
export const DOUBLE_LOGIN = 'planner@odoo.example'
export const DOUBLE_DATABASE = 'plant'

/** What goes wrong with the next requests to records, one each; PASS = nothing. */
export type OdooTrap = 'CUT_AFTER_WRITE' | 'HTML_502' | 'KEY_ENDED' | 'PASS' | 'SLOW'

/** An Odoo as far as orders and quantities go: the three ways of speaking to it, its errors and its traps (domain.md IN-9 to IN-12). */
export type OdooDouble = {
  readonly url: string
  readonly data: OdooData
  /** The requests to records, as model.method. */
  readonly calls: string[]
  /** Moves to another version, as an upgrade between two runs does. */
  moveTo(version: number): void
  trap(...traps: readonly OdooTrap[]): void
  /** Does the work once, before it answers the next request that revokes a key. */
  beforeRevoking(work: () => Promise<void>): void
  endKey(): void
  /** The keys that it takes. */
  readonly keys: ReadonlySet<string>
  /** Whether its user may make keys; NO_ROOM = there are as many as may be. */
  allowKeys(allowed: 'NO' | 'NO_ROOM' | 'YES'): void
  /** Takes the key and the traps back. */
  reset(): void
  close(): Promise<void>
}

/** Starts an Odoo of the version (16 to 20) on a free port of this machine. */
export async function startOdooDouble({ version = 19, slowMs = 12_000 }: { version?: number; slowMs?: number } = {}): Promise<OdooDouble> {
  const state = {
    version,
    keys: new Set([DOUBLE_KEY]),
    madeKeys: 0,
    allowed: 'YES' as 'NO' | 'NO_ROOM' | 'YES',
    traps: [] as OdooTrap[],
    slowMs,
    beforeRevoking: null as (() => Promise<void>) | null,
  }
  const calls: string[] = []
  const data: OdooData = { workCenters: [], products: [], boms: [], productions: [], workOrders: [], notes: [], asksOnClose: false }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  const isKey = (text: unknown) => typeof text === 'string' && state.keys.has(text)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const text = await bodyOf(request)
    const isRecords = path === '/jsonrpc' || path.startsWith('/json/2/') || path === '/xmlrpc/2/object'
    const trap = isRecords ? state.traps.shift() : undefined
    if (trap === 'HTML_502') return send(response, htmlReply(502))
    // Whoever waits for it may be gone.
    if (trap === 'SLOW') await setTimeout(state.slowMs, undefined, { ref: false })
    if (trap === 'KEY_ENDED') state.keys.clear()
    if (path === '/json/2/res.users.apikeys/revoke' && state.beforeRevoking !== null) {
      await state.beforeRevoking()
      state.beforeRevoking = null
    }
    const run = (model: string, method: string, given: Readonly<Record<string, unknown>>) => {
      calls.push(`${model}.${method}`)
      const result =
        model === 'res.users.apikeys' && state.version >= 19
          ? callKeys(state, method, given)
          : callModel(data, state.version, { model, method, args: given })
      if (trap === 'CUT_AFTER_WRITE') request.socket.destroy()
      return result
    }
    const road: OdooRoad = { version: state.version, account: { database: DOUBLE_DATABASE, login: DOUBLE_LOGIN }, isKey, run }
    if (path.startsWith('/xmlrpc/2/') && state.version < 20) return xmlRpc(response, text, road)
    return send(response, answerOdoo({ method: request.method ?? 'GET', path, authorization: request.headers.authorization, text }, road))
  }
  const port = await listenFree(server)
  return {
    url: `http://127.0.0.1:${port}`,
    data,
    calls,
    moveTo: (next) => void (state.version = next),
    trap: (...traps) => void state.traps.push(...traps),
    beforeRevoking: (work) => void (state.beforeRevoking = work),
    endKey: () => state.keys.clear(),
    get keys() {
      return state.keys
    },
    allowKeys: (allowed) => void (state.allowed = allowed),
    reset: () => void Object.assign(state, { keys: new Set([DOUBLE_KEY]), allowed: 'YES', traps: [], beforeRevoking: null }),
    close: () => closed(server),
  }
}

/** Returns a date-time later than that of all its records, so that what changed is found. */
export function laterDate({ data }: Pick<OdooDouble, 'data'>): string {
  return nextDate(data)
}

/** Returns the id of an integration with the double at the address. */
export async function seedIntegration(api: Pick<TestApi, 'ask'>, url: string): Promise<string> {
  const input = `service: ODOO, name: "Odoo", serviceUrl: "${url}", database: "${DOUBLE_DATABASE}", login: "${DOUBLE_LOGIN}"`
  const answer = await api.ask(
    `mutation { createOrUpdateIntegration(input: { ${input}, secrets: [{ name: apiKey, value: "${DOUBLE_KEY}" }] }) { id } }`,
  )
  const made = objectOf(answer.data['createOrUpdateIntegration'])
  return typeof made['id'] === 'string' ? made['id'] : ''
}

type Keys = { readonly keys: Set<string>; madeKeys: number; readonly allowed: 'NO' | 'NO_ROOM' | 'YES' }

/** Keys are made and revoked by a key that holds, by users who may. */
function callKeys(state: Keys, method: string, { key, scope, name, expiration_date }: Readonly<Record<string, unknown>>): unknown {
  if (typeof key !== 'string') throw new OdooError('builtins.TypeError', "missing a required argument: 'key'", 422)
  if (state.allowed === 'NO') throw new OdooError('odoo.exceptions.AccessError', 'You are not allowed to manage API keys', 403)
  if (!state.keys.has(key)) throw new OdooError('odoo.exceptions.AccessDenied', 'The provided API key is invalid', 403)
  if (method === 'revoke') return state.keys.delete(key) && null
  if (method !== 'generate') throw new OdooError('builtins.AttributeError', `the method res.users.apikeys.${method} does not exist`, 404)
  if (scope !== 'rpc' || typeof name !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(String(expiration_date)))
    throw new OdooError('builtins.TypeError', 'wrong arguments', 422)
  if (state.allowed === 'NO_ROOM') throw new OdooError('odoo.exceptions.UserError', 'Limit of 10 API keys is reached', 422)
  const made = `made-key-${++state.madeKeys}`
  state.keys.add(made)
  return made
}

function xmlRpc(response: ServerResponse, text: string, road: OdooRoad): void {
  const { method, params } = readXmlCall(text)
  response.setHeader('content-type', 'text/xml')
  try {
    response.end(xmlAnswer(rpcCall(method === 'authenticate' ? 'common.authenticate' : `object.${method}`, params, road)))
  } catch (error) {
    if (!(error instanceof OdooError)) throw error
    response.end(xmlFault(error.message))
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function send(response: ServerResponse, { status, type, body }: OdooReply): void {
  response.statusCode = status
  response.setHeader('content-type', type)
  response.end(body)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts).toString('utf8')
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((done) => void server.close(() => done()))
}
