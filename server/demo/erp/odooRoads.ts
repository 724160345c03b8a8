import { OdooError } from './odooModels.ts'

/** Who may sign in, and where. */
export type OdooAccount = { readonly database: string; readonly login: string }

export type OdooRequest = {
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly authorization: string | undefined
  readonly text: string
}

export type OdooReply = { readonly status: number; readonly type: 'application/json' | 'text/html'; readonly body: string }

export type OdooRoad = {
  /** 16 to 20. */
  readonly version: number
  readonly account: OdooAccount
  readonly isKey: (text: unknown) => boolean
  readonly run: (model: string, method: string, args: Readonly<Record<string, unknown>>) => unknown
}

/** Returns what an Odoo of the version answers: its version, its sign-in, JSON-2 from 19 on and JSON-RPC before 20, with its errors (domain.md IN-9, IN-10); 400 to no JSON. */
export function answerOdoo(request: OdooRequest, road: OdooRoad): OdooReply {
  try {
    return roadOf(request, road)
  } catch (error) {
    if (error instanceof SyntaxError) return htmlReply(400)
    throw error
  }
}

/** Throws SyntaxError where the text is no JSON. */
function roadOf({ method, path, authorization, text }: OdooRequest, road: OdooRoad): OdooReply {
  const { version, isKey } = road
  if (path === '/web/version' && method === 'GET')
    return version >= 19 ? json(200, { version_info: [version, 0], version: `${version}.0` }) : htmlReply(404)
  if (path === '/web/webclient/version_info') return json(200, rpc({ server_version: `${version}.0` }))
  if (path === '/web/session/authenticate') return session(JSON.parse(text), road)
  if (path.startsWith('/json/2/') && version >= 19)
    return isKey(authorization?.replace(/^bearer /, ''))
      ? json2(path, text, road)
      : json(401, errorOf('werkzeug.exceptions.Unauthorized', 'Invalid apikey', []))
  if (path === '/jsonrpc' && version < 20) return jsonRpc(JSON.parse(text), road)
  return htmlReply(404)
}

/** Returns a page, as Odoo and proxies before it answer where there are no data. */
export function htmlReply(status: number): OdooReply {
  return { status, type: 'text/html', body: `<html><body><h1>${status}</h1></body></html>` }
}

function json2(path: string, text: string, { run }: OdooRoad): OdooReply {
  const [model = '', method = ''] = path.slice('/json/2/'.length).split('/')
  try {
    return json(200, run(model, method, objectOf(JSON.parse(text === '' ? '{}' : text))))
  } catch (error) {
    if (!(error instanceof OdooError)) throw error
    return json(error.status, errorOf(error.name, error.message, [error.message]))
  }
}

/** How the screens of Odoo sign in; libraries do so too. */
function session(body: unknown, { account, isKey, version }: OdooRoad): OdooReply {
  const { db, login, password } = objectOf(objectOf(body)['params'])
  if (db === account.database && login === account.login && isKey(password)) {
    const user = { uid: 2, db, username: login, user_context: { lang: 'en_US', uid: 2 }, server_version: `${version}.0` }
    return json(200, rpc(user))
  }
  return rpcError('odoo.exceptions.AccessDenied', 'Access Denied')
}

/** Errors come with status 200. */
function jsonRpc(body: unknown, road: OdooRoad): OdooReply {
  const { service, method, args } = objectOf(objectOf(body)['params'])
  const given = Array.isArray(args) ? (args as readonly unknown[]) : []
  try {
    return json(200, rpc(rpcCall(`${String(service)}.${String(method)}`, given, road)))
  } catch (error) {
    if (!(error instanceof OdooError)) throw error
    return rpcError(error.name, error.message)
  }
}

/** Returns what a call of the old roads answers; throws OdooError as Odoo does. */
export function rpcCall(name: string, args: readonly unknown[], { account, isKey, run }: OdooRoad): unknown {
  if (name === 'common.authenticate') return args[0] === account.database && args[1] === account.login && isKey(args[2]) ? 2 : false
  if (name !== 'object.execute_kw') throw new OdooError('builtins.AttributeError', `no method ${name}`, 404)
  const [database, user, password, model, method, places, named] = args
  if (database !== account.database || user !== 2 || !isKey(password))
    throw new OdooError('odoo.exceptions.AccessDenied', 'Access Denied', 401)
  return run(String(model), String(method), placed(String(method), Array.isArray(places) ? places : [], objectOf(named)))
}

/** Arguments by place, as the old roads take them, under their names. */
function placed(method: string, places: readonly unknown[], named: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names: Readonly<Record<string, readonly string[]>> = {
    search_read: ['domain', 'fields'],
    search: ['domain'],
    read: ['ids', 'fields'],
    write: ['ids', 'vals'],
    create: ['vals'],
    fields_get: ['allfields', 'attributes'],
  }
  const order = names[method] ?? ['ids']
  return { ...Object.fromEntries(places.map((value, at) => [order[at] ?? `argument ${at}`, value])), ...named }
}

function rpc(result: unknown): object {
  return { jsonrpc: '2.0', id: 1, result }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function rpcError(name: string, message: string): OdooReply {
  const error = { code: 200, message: 'Odoo Server Error', data: errorOf(name, message, [message]) }
  return json(200, { jsonrpc: '2.0', id: 1, error })
}

/** With a trace, which must never be stored. */
function errorOf(name: string, message: string, args: readonly string[]): object {
  return { name, message, arguments: args, context: {}, debug: 'secret trace' }
}

function json(status: number, body: unknown): OdooReply {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}
