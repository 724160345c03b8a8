import type { User, UserManager } from 'oidc-client-ts'
import { createContext, useContext } from 'react'
import { readClientSettings } from './clientSettings.ts'
import { loadChunk } from './loadChunk.ts'
import { forgetAnswers } from './rememberedAnswers.ts'
import { type SessionEnd, watchSessionEnd } from './sessionEnd.ts'
import { maySignOut } from './signOutGuard.ts'
import { authorityOf, CALLBACKS, hasProviderAnswer } from './signInTarget.ts'
import { isExpiring, storageKeyOf, storedUser } from './storedUser.ts'
import { heldTenant } from './tenant.ts'

const RENEW_LOCK = 'oidc-refresh'
const STORAGE_SETTLES_MS = 300
const SIGNED_IN_AGAIN_KEY = 'trueline.signedInAgainAt'
const LOOP_MS = 15_000

export type Session = {
  /** The company that the page was opened for, null = the one of the token. It stays: another tab may hold another company meanwhile. */
  readonly tenantId: string | null
  /** Returns the client of the identity provider. Its files load when it is first asked for: a page whose token still lives does without. */
  manager(): Promise<UserManager>
  readonly end: SessionEnd
  /** Returns an access token with at least a minute to live, renewed if it must be; null when the session is over. */
  accessToken(): Promise<string | null>
  /** Returns whether there is a token that need not be renewed, and no answer of the provider to be read first. */
  isHeld(): boolean
  /** Leaves for the identity provider; the page asked for comes back as state. */
  signIn(): Promise<void>
  /** The answer to a 401: forget the tokens, sign in, come back to the same page, which asks again (spec 000 §7). */
  signInAgain(): Promise<void>
  signOut(): Promise<void>
}

/** Returns the session of this browser with the identity provider: code flow with PKCE, tokens kept per company. */
export function createSession(): Session {
  const { openId } = readClientSettings()
  const tenantId = heldTenant()
  const authority = authorityOf(location.origin, tenantId, openId)
  const clientId = openId?.clientId ?? 'trueline-web'
  const key = storageKeyOf(authority, clientId)
  let loading: Promise<UserManager> | null = null
  const manager = () => {
    loading ??= loadChunk(() => import('./openIdClient.ts')).then(({ createOpenIdClient }) =>
      createOpenIdClient({ authority, clientId, scope: openId?.scope ?? 'openid company profile offline_access roles api' }),
    )
    // Another attempt may find the server in reach again.
    loading.catch(() => (loading = null))
    return loading
  }
  const end = watchSessionEnd(key)
  const signIn = async () =>
    (await manager()).signinRedirect({
      state: { target: location.pathname + location.search + location.hash },
      // There are providers that refuse a request without one.
      nonce: crypto.randomUUID(),
    })
  return {
    tenantId,
    manager,
    end,
    accessToken: () => readToken(key, manager),
    isHeld: () => {
      if (CALLBACKS.includes(location.pathname) || hasProviderAnswer(location)) return false
      // What the browser kept may be unreadable; the gate says so, with a way out.
      const user = storedUser(localStorage, key)
      return user !== null && !isExpiring(user)
    },
    signIn,
    signInAgain: async () => {
      if (end.isEnded()) throw new Error('The session has ended')
      if (isLoop()) {
        // Who signed in elsewhere and is nobody here is told so.
        if (openId !== null) location.assign('/identity/no-account')
        end.end()
        throw new Error('The server refused a token that was issued just now')
      }
      forgetAnswers()
      await (await manager()).removeUser()
      await signIn()
    },
    signOut: async () => {
      if (!(await maySignOut())) return
      forgetAnswers()
      const { endPush } = await loadChunk(() => import('./pushHere.ts'))
      await endPush()
      await (await manager()).signoutRedirect()
    },
  }
}

/** Returns whether the session was renewed just before: a server that refuses fresh tokens must not send the page round in circles. */
function isLoop(): boolean {
  const last = Number(sessionStorage.getItem(SIGNED_IN_AGAIN_KEY) ?? 0)
  if (Date.now() - last < LOOP_MS) return true
  sessionStorage.setItem(SIGNED_IN_AGAIN_KEY, String(Date.now()))
  return false
}

async function readToken(key: string, manager: () => Promise<UserManager>): Promise<string | null> {
  const user = storedUser(localStorage, key)
  if (user === null) return null
  if (!isExpiring(user)) return user.accessToken
  return renewAlone(key, await manager())
}

/**
 * Returns the token of the tab that renews first. The lock outlasts the renewal a little: another tab may not yet read the new token from storage
 * and would replay the used refresh token.
 */
function renewAlone(key: string, manager: UserManager): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>()
  const takeTurn = async (): Promise<void> => {
    const latest = storedUser(localStorage, key)
    if (latest === null || !isExpiring(latest)) return resolve(latest?.accessToken ?? null)
    resolve((await renew(manager))?.access_token ?? null)
    await new Promise((settled) => setTimeout(settled, STORAGE_SETTLES_MS))
  }
  void navigator.locks.request(RENEW_LOCK, takeTurn).catch(reject)
  return promise
}

/** Returns null when the provider refuses the refresh token; a network failure is thrown: it does not end the session. */
async function renew(manager: UserManager): Promise<User | null> {
  try {
    return await manager.signinSilent()
  } catch (error) {
    if (error instanceof Error && error.name === 'ErrorResponse') return null
    throw error
  }
}

export const SessionContext = createContext<Session | null>(null)

/** Returns the session of this browser. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('No session above this component')
  return session
}
