import { createHash, createHmac } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { IntegrationSecret } from '#engine/integration/integrationForm.ts'
import type { RestSettings } from '#engine/integration/rest/restSettings.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { askJson, hostOf, statusFailure } from './ask.ts'
import { ConnectorFailure } from './connector.ts'
import { ownPlace } from './keptTokens.ts'
import type { TokenPlace } from './keptTokens.ts'
import { memberOf, textIn } from './odooClient.ts'

/** What is asked, as far as a signature covers it. */
export type Signed = { readonly method: string; readonly url: string; readonly body: string }
export type SignIn = {
  /** Returns the headers that say who asks. */
  readonly headers: (asked: Signed) => Promise<Readonly<Record<string, string>>>
  /** Forgets what was kept and is refused; returns whether another try may help. */
  readonly forget: () => boolean
}

export type RestAccess = {
  readonly url: string
  readonly rest: RestSettings
  readonly login: string | null
  readonly secrets: Readonly<Partial<Record<IntegrationSecret, string | null>>>
  /** Where its token is kept; left out = with the connection. */
  readonly tokenPlace?: TokenPlace | undefined
}

/** A token is not used in its last minute: it may end on its way. */
const TOKEN_REST_MS = MINUTE_MS
const USUAL_TOKEN_S = 300

/** Returns how questions are signed in (domain.md IN-3); a stored signing key signs beside any other way. */
export function restSignIn(fetcher: GuardedFetch, { url, rest, login, secrets, tokenPlace = ownPlace() }: RestAccess): SignIn {
  const key = secrets.apiKey ?? ''
  const tokenOf = createTokens(fetcher, { url, rest, secrets, tokenPlace })
  const isSigned = rest.auth === 'HMAC' || (secrets.hmac ?? '') !== ''
  return {
    headers: async (asked) => ({ ...(await headersOf()), ...(isSigned && signature(asked, secrets)) }),
    forget: () => {
      // An issuer that started anew knows none of its tokens.
      const hadToken = rest.auth === 'OAUTH2' && tokenPlace.get() !== null
      tokenPlace.keep(null)
      return hadToken
    },
  }

  async function headersOf(): Promise<Readonly<Record<string, string>>> {
    switch (rest.auth) {
      case 'NONE':
      case 'HMAC':
        return {}
      case 'API_KEY':
        return { [rest.keyHeader.toLowerCase()]: key }
      case 'BEARER':
        return { authorization: `Bearer ${key}` }
      case 'BASIC':
        return { authorization: `Basic ${Buffer.from(`${login ?? ''}:${key}`).toString('base64')}` }
      case 'OAUTH2':
        return { authorization: `Bearer ${await tokenOf()}` }
    }
  }
}

/** Over method, path with its question, date and the hash of the body, each on a line of its own. */
function signature({ method, url, body }: Signed, { clientId, hmac }: RestAccess['secrets']): Readonly<Record<string, string>> {
  const { pathname, search } = new URL(url)
  const date = new Date().toUTCString()
  const hash = createHash('sha256').update(body).digest('hex')
  const signed = createHmac('sha256', hmac ?? '')
    .update([method, pathname + search, date, hash].join('\n'))
    .digest('base64')
  return {
    'x-date': date,
    'x-content-sha256': hash,
    'x-signature': signed,
    ...((clientId ?? '') !== '' && { 'x-client-id': clientId ?? '' }),
  }
}

function createTokens(
  fetcher: GuardedFetch,
  { url, rest, secrets, tokenPlace }: Omit<RestAccess, 'login' | 'tokenPlace'> & { readonly tokenPlace: TokenPlace },
): () => Promise<string> {
  return async () => {
    const kept = tokenPlace.get()
    if (kept !== null && performance.now() < kept.until) return kept.token
    const tokenUrl = rest.tokenUrl.startsWith('/') ? url + rest.tokenUrl : rest.tokenUrl
    const form = { grant_type: 'client_credentials', client_id: secrets.clientId ?? '', client_secret: secrets.clientSecret ?? '' }
    const { status, json } = await askJson(fetcher, { method: 'POST', url: tokenUrl, form })
    // RFC 6749: a wrong client is 400 or 401.
    if (status === 400) throw statusFailure(401, '')
    if (status >= 300) throw statusFailure(status, textIn(json, 'error_description'))
    const token = textIn(json, 'access_token')
    if (token === '') throw new ConnectorFailure('INTEGRATION_UNEXPECTED', { isTransient: false, params: { system: hostOf(tokenUrl) } })
    const seconds = Number(memberOf(json, 'expires_in') ?? USUAL_TOKEN_S)
    tokenPlace.keep({ token, until: performance.now() + (Number.isFinite(seconds) ? seconds * SECOND_MS : 0) - TOKEN_REST_MS })
    return token
  }
}
