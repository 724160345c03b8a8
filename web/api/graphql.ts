import { authExchange } from '@urql/exchange-auth'
import { cacheExchange, Client, fetchExchange, makeOperation, mapExchange, type Operation } from 'urql'
import type { AnswerStore } from './answerStore.ts'
import { inLanguage } from './inLanguage.ts'
import { keepAnswers } from './keepAnswers.ts'
import { problemsOf } from './problems.ts'
import { createUnanswered } from './unanswered.ts'

export type GraphqlOptions = {
  readonly url: string
  accessToken(): Promise<string | null>
  /** Leaves the page for the identity provider. */
  signInAgain(): Promise<void>
  language(): string
  tenantId(): string | null
  /** Who works at the station whose account asks; null = nobody else. */
  actingUserId?(): string | null
  /** Called once per answer with the refusal codes; none for a success. */
  onAnswer?(codes: readonly string[]): void
  /** Called of each answer that is none; the id is that of the answer in the server's log. */
  onFailure?(failure: { readonly operation: string; readonly codes: readonly string[]; readonly requestId: string | null }): void
  /** Takes the function that asks again what the server could not answer, to be called when it answers. */
  whenBack?(askAgain: () => void): void
  /** Keeps answers beyond a reload of the page. */
  readonly store?: AnswerStore
}

/** Longer than the server works on any question: what was not answered by then will not be. */
const ANSWER_LIMIT_MS = 60_000

/** Returns the client for all data calls: cache and network, bearer token, language and tenant headers, and the answer to a 401 (spec 000 §7). */
export function createGraphqlClient(options: GraphqlOptions): Client {
  const unanswered = createUnanswered()
  const client = new Client({
    url: options.url,
    requestPolicy: 'cache-and-network',
    preferGetMethod: false,
    fetchOptions: () => {
      const tenantId = options.tenantId()
      const actingUserId = options.actingUserId?.() ?? null
      return {
        headers: {
          'accept-language': options.language(),
          ...(tenantId !== null && { 'x-schema-code': tenantId }),
          ...(actingUserId !== null && { 'x-acting-user': actingUserId }),
        },
      }
    },
    exchanges: [
      keepAnswers(options.store ?? null, () => options.tenantId() ?? ''),
      cacheExchange,
      createWatch(options),
      unanswered.exchange,
      limitQuestions,
      createAuthExchange(options),
      inLanguage(options.language),
      fetchExchange,
    ],
  })
  options.whenBack?.(() => unanswered.askAgain(client))
  return client
}

/** Behind the cache, so that only answers of the server count. */
function createWatch(options: GraphqlOptions) {
  return mapExchange({
    onResult: ({ operation, error }) => {
      const codes = problemsOf(error).map(({ code }) => code)
      options.onAnswer?.(codes)
      if (error !== undefined) options.onFailure?.({ operation: nameOf(operation), codes, requestId: requestIdOf(error.response) })
    },
  })
}

function nameOf({ query, kind }: Operation): string {
  const names = query.definitions.flatMap((definition) => ('name' in definition ? (definition.name?.value ?? []) : []))
  return names[0] ?? kind
}

function requestIdOf(response: unknown): string | null {
  return response instanceof Response ? response.headers.get('x-request-id') : null
}

/** A question into the void fails in the end, so that it can be asked again; what changes something is never given up. */
const limitQuestions = mapExchange({
  onOperation: (operation) =>
    operation.kind === 'query' ? makeOperation('query', operation, { ...operation.context, fetch: fetchInTime }) : undefined,
})

const fetchInTime: typeof fetch = (input, init) => {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS)
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit })
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
