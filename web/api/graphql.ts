import { authExchange } from '@urql/exchange-auth'
import { cacheExchange, Client, fetchExchange, mapExchange } from 'urql'
import { keepAnswers } from './keepAnswers.ts'
import { problemsOf } from './problems.ts'

export type GraphqlOptions = {
  readonly url: string
  accessToken(): Promise<string | null>
  /** Leaves the page for the identity provider. */
  signInAgain(): Promise<void>
  language(): string
  tenantId(): string | null
  /** Called once per answer with the refusal codes; none for a success. */
  onAnswer?(codes: readonly string[]): void
}

/** Returns the client for all data calls: cache and network, bearer token, language and tenant headers, and the answer to a 401 (spec 000 §7). */
export function createGraphqlClient(options: GraphqlOptions): Client {
  return new Client({
    url: options.url,
    requestPolicy: 'cache-and-network',
    preferGetMethod: false,
    fetchOptions: () => {
      const tenantId = options.tenantId()
      return { headers: { 'accept-language': options.language(), ...(tenantId === null ? {} : { 'x-schema-code': tenantId }) } }
    },
    exchanges: [keepAnswers(), cacheExchange, createWatch(options), createAuthExchange(options), fetchExchange],
  })
}

/** Behind the cache, so that only answers of the server count. */
function createWatch(options: GraphqlOptions) {
  return mapExchange({ onResult: ({ error }) => options.onAnswer?.(problemsOf(error).map(({ code }) => code)) })
}

function createAuthExchange(options: GraphqlOptions) {
  return authExchange(async (utilities) => {
    let token = await options.accessToken().catch(() => null)
    let expiresAt = expiryOf(token)
    return {
      addAuthToOperation: (operation) =>
        token === null ? operation : utilities.appendHeaders(operation, { authorization: `Bearer ${token}` }),
      willAuthError: () => token === null || Date.now() > expiresAt - RENEW_BEFORE_MS,
      didAuthError: (error) => error.response?.status === 401,
      refreshAuth: async () => {
        const next = await options.accessToken()
        if (next !== null && next !== token) {
          token = next
          expiresAt = expiryOf(next)
          return
        }
        await options.signInAgain()
        // The page is being left: the operation is asked again by the page that comes back.
        await new Promise(() => {})
      },
    }
  })
}

const RENEW_BEFORE_MS = 60_000

/** Returns the UTC ms at which a JSON web token ends; a token that cannot be read never ends here, the server decides. */
function expiryOf(token: string | null): number {
  const payload = token?.split('.')[1]
  if (payload === undefined) return Infinity
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null && 'exp' in claims && typeof claims.exp === 'number' ? claims.exp * 1000 : Infinity
  } catch {
    return Infinity
  }
}
