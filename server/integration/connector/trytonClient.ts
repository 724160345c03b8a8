import { z } from 'zod'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { askJson, hostOf, shortText, statusFailure } from './ask.ts'
import type { JsonAnswer } from './ask.ts'
import { ConnectorFailure } from './connector.ts'
import { memberOf } from './odooClient.ts'

export type TrytonSettings = {
  readonly url: string
  readonly database: string | null
  readonly login: string | null
  readonly password: string
}

/** A Tryton that answered, and a call of a model's method; what is asked last is the context of the user, which the client adds. */
export type TrytonClient = {
  readonly host: string
  readonly version: string
  readonly ms: number
  call(model: string, method: string, ...params: readonly unknown[]): Promise<unknown>
}

const SESSION = z.tuple([z.number(), z.string()])
const CONTEXT = z.record(z.string(), z.unknown())

/** Returns the client of a Tryton (domain.md IN-17): signed in, and in the company of its user. */
export async function openTryton(fetcher: GuardedFetch, { url, database, login, password }: TrytonSettings): Promise<TrytonClient> {
  const host = hostOf(url)
  const path = `${url}/${encodeURIComponent(database ?? '')}/`
  const ask = async (to: string, method: string, params: readonly unknown[], headers?: Readonly<Record<string, string>>) =>
    await askJson(fetcher, { method: 'POST', url: to, ...(headers && { headers }), body: { id: 1, method, params } }).catch(signInFailure)
  const started = performance.now()
  const version = resultOf(await ask(`${url}/`, 'common.server.version', []))
  const ms = Math.round(performance.now() - started)
  if (typeof version !== 'string' || !/^\d+\.\d+/.test(version))
    throw new ConnectorFailure('INTEGRATION_UNEXPECTED', { isTransient: false, params: { system: 'Tryton' } })
  let session: Promise<Readonly<Record<string, string>>> | null = null
  const signIn = async () => {
    const { data } = SESSION.safeParse(resultOf(await ask(path, 'common.db.login', [login ?? '', { password }, null])))
    if (data === undefined) throw new ConnectorFailure('INTEGRATION_SIGN_IN', { isTransient: false, params: { status: 401 } })
    return { authorization: `Session ${Buffer.from(`${login ?? ''}:${data[0]}:${data[1]}`).toString('base64')}` }
  }
  const signedIn = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    let isSignedIn = false
    const once = async () => {
      const headers = await (session ??= signIn())
      isSignedIn = true
      return resultOf(await ask(path, method, params, headers))
    }
    try {
      return await once()
    } catch (error) {
      // A password that was refused is not tried again: after some of them Tryton locks the user out.
      if (!isSignedIn || !(error instanceof ConnectorFailure) || error.code !== 'INTEGRATION_SIGN_IN') throw error
      // A session ends when nothing is asked for minutes.
      session = null
      return await once()
    }
  }
  const { data: context = {} } = CONTEXT.safeParse(await signedIn('model.res.user.get_preferences', [true, {}]))
  return {
    host,
    version,
    ms,
    call: async (model, method, ...params) => await signedIn(`model.${model}.${method}`, [...params, context]),
  }
}

/** A refused key is a page, not JSON. */
function signInFailure(error: unknown): never {
  const status = error instanceof ConnectorFailure && error.code === 'INTEGRATION_NOT_JSON' ? error.params['status'] : null
  if (status === 401 || status === 403) throw statusFailure(status, '')
  throw error
}

/** Errors come with status 200: what people did wrong by its name with a message, all else as a text with its trace, which is not stored. */
function resultOf({ status, json }: JsonAnswer): unknown {
  if (status >= 400) throw statusFailure(status, '')
  const error = memberOf(json, 'error')
  if (error === undefined || error === null) return memberOf(json, 'result')
  const [name, told]: readonly unknown[] = Array.isArray(error) ? error : []
  const isOfPeople = name === 'UserError' || name === 'UserWarning'
  const message: unknown = isOfPeople && Array.isArray(told) ? told[0] : name
  throw new ConnectorFailure('INTEGRATION_ANSWERED', {
    isTransient: !isOfPeople,
    params: { status, message: shortText(typeof message === 'string' ? message : '') },
  })
}
