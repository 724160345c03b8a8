import { OLDEST_ODOO, odooTransport, odooVersion } from '#engine/integration/odoo/odooVersion.ts'
import type { OdooTransport } from '#engine/integration/odoo/odooVersion.ts'
import { askJson, hostOf, shortText, statusFailure } from './ask.ts'
import type { JsonAnswer } from './ask.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { ConnectorFailure } from './connector.ts'

export type OdooSettings = {
  readonly url: string
  readonly database: string | null
  /** Only before 19, where a key alone names nobody. */
  readonly login: string | null
  readonly apiKey: string
}

/** An Odoo that answered: how it is spoken to, and a call of a model's method with named arguments. */
export type OdooClient = {
  readonly host: string
  readonly version: string
  readonly transport: OdooTransport
  readonly ms: number
  call(model: string, method: string, args: Readonly<Record<string, unknown>>, ids?: readonly number[]): Promise<unknown>
}

/** Returns the client for the version that stands at the address (domain.md IN-9); it signs in with the first call. */
export async function openOdoo(fetcher: GuardedFetch, settings: OdooSettings): Promise<OdooClient> {
  const started = performance.now()
  const version = await detectVersion(fetcher, settings.url)
  const ms = Math.round(performance.now() - started)
  const transport = odooTransport(version.major)
  const call = transport === 'JSON_2' ? json2(fetcher, settings) : jsonRpc(fetcher, settings)
  return { host: hostOf(settings.url), version: version.text, transport, ms, call }
}

async function detectVersion(fetcher: GuardedFetch, url: string): Promise<{ readonly major: number; readonly text: string }> {
  const young = await askJson(fetcher, { method: 'GET', url: `${url}/web/version` }).catch((error: unknown) => {
    // Before 19 it is a page that does not exist.
    if (error instanceof ConnectorFailure && error.code === 'INTEGRATION_NOT_JSON' && error.params['status'] === 404) return null
    throw error
  })
  const told = young !== null && young.status === 200 ? young.json : await askOldVersion(fetcher, url)
  const version = odooVersion(textIn(told, 'version') || textIn(told, 'server_version'))
  if (version === null) throw new ConnectorFailure('INTEGRATION_NOT_ODOO', { isTransient: false, params: { url } })
  if (version.major < OLDEST_ODOO)
    throw new ConnectorFailure('INTEGRATION_TOO_OLD', { isTransient: false, params: { version: version.text, oldest: OLDEST_ODOO } })
  return version
}

async function askOldVersion(fetcher: GuardedFetch, url: string): Promise<unknown> {
  const answer = await askJson(fetcher, {
    method: 'POST',
    url: `${url}/web/webclient/version_info`,
    body: { jsonrpc: '2.0', method: 'call', params: {}, id: 1 },
  })
  if (answer.status >= 500) throw statusFailure(answer.status, '')
  return memberOf(answer.json, 'result')
}

/** Named arguments alone, real statuses, one transaction a call. */
function json2(fetcher: GuardedFetch, { url, apiKey, database }: OdooSettings): OdooClient['call'] {
  return async (model, method, args, ids) => {
    const answer = await askJson(fetcher, {
      method: 'POST',
      url: `${url}/json/2/${model}/${method}`,
      headers: { authorization: `bearer ${apiKey}`, ...(database !== null && { 'x-odoo-database': database }) },
      body: { ...args, ...(ids && { ids }) },
    })
    if (answer.status < 400) return answer.json
    throw statusFailure(answer.status, textIn(answer.json, 'message'))
  }
}

/** Errors come with status 200 and an `error` in the body. */
function jsonRpc(fetcher: GuardedFetch, { url, apiKey, database, login }: OdooSettings): OdooClient['call'] {
  let userId: Promise<number> | null = null
  const ask = async (service: string, method: string, args: readonly unknown[]): Promise<unknown> =>
    rpcResult(
      await askJson(fetcher, {
        method: 'POST',
        url: `${url}/jsonrpc`,
        body: { jsonrpc: '2.0', method: 'call', params: { service, method, args }, id: 1 },
      }),
    )
  const signIn = async (): Promise<number> => {
    const found = await ask('common', 'authenticate', [database ?? '', login ?? '', apiKey, {}])
    if (typeof found === 'number' && found > 0) return found
    throw new ConnectorFailure('INTEGRATION_SIGN_IN', { isTransient: false, params: { status: 200 } })
  }
  return async (model, method, args, ids) => {
    const id = await (userId ??= signIn())
    return await ask('object', 'execute_kw', [database ?? '', id, apiKey, model, method, ids ? [ids] : [], args])
  }
}

function rpcResult({ status, json }: JsonAnswer): unknown {
  if (status >= 400) throw statusFailure(status, '')
  const error = memberOf(json, 'error')
  if (error === undefined || error === null) return memberOf(json, 'result')
  const data = memberOf(error, 'data')
  const name = textIn(data, 'name')
  if (name.endsWith('AccessDenied') || name.endsWith('AccessError') || name.endsWith('SessionExpiredException'))
    throw new ConnectorFailure('INTEGRATION_SIGN_IN', {
      isTransient: false,
      // By HTTP it is 200 all the same.
      params: { status: name.endsWith('AccessError') ? 403 : status },
    })
  const message = shortText(textIn(data, 'message') || textIn(error, 'message'))
  // What people did wrong stays wrong; what the database or the server had trouble with may pass.
  const isTransient = !name.startsWith('odoo.exceptions.') && !name.startsWith('builtins.')
  throw new ConnectorFailure('INTEGRATION_ANSWERED', { isTransient, params: { status, message } })
}

/** Returns the member of an answer's object; undefined where it has none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

/** Returns the text of an answer's member; empty where it has none. */
export function textIn(value: unknown, name: string): string {
  const text = memberOf(value, name)
  return typeof text === 'string' ? text : ''
}
