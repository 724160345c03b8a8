import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { createContext, useContext } from 'react'
import { hasAuthParams } from 'react-oidc-context'
import { readClientSettings } from './clientSettings.ts'
import { forgetAnswers } from './rememberedAnswers.ts'
import { type SessionEnd, watchSessionEnd } from './sessionEnd.ts'
import { authorityOf, CALLBACKS } from './signInTarget.ts'
import { heldTenant } from './tenant.ts'

const RENEW_BEFORE_SECONDS = 60
const RENEW_LOCK = 'oidc-refresh'
const STORAGE_SETTLES_MS = 300
const SIGNED_IN_AGAIN_KEY = 'trueline.signedInAgainAt'
const LOOP_MS = 15_000

export type Session = {
  readonly manager: UserManager
  readonly end: SessionEnd
  /** Returns an access token with at least a minute to live, renewed if it must be; null when the session is over. */
  accessToken(): Promise<string | null>
  /** Returns whether there is a token that need not be renewed, and no answer of the provider to be read first. */
  isHeld(): Promise<boolean>
  /** Leaves for the identity provider; the page asked for comes back as state. */
  signIn(): Promise<void>
  /** The answer to a 401: forget the tokens, sign in, come back to the same page, which asks again (spec 000 §7). */
  signInAgain(): Promise<void>
  signOut(): Promise<void>
}

/** Returns the session of this browser with the identity provider: code flow with PKCE, tokens kept per company. */
export function createSession(): Session {
  const { openId } = readClientSettings()
  const manager = new UserManager({
    authority: authorityOf(location.origin, heldTenant(), openId),
    client_id: openId?.clientId ?? 'trueline-web',
    redirect_uri: `${location.origin}/signin-oidc`,
    post_logout_redirect_uri: `${location.origin}/signout-oidc`,
    scope: openId?.scope ?? 'openid company profile offline_access roles api',
    loadUserInfo: true,
    // Renewal is ours, under a lock: two tabs that renew at once would replay a rotated refresh token and lose the session.
    automaticSilentRenew: false,
    monitorSession: false,
    userStore: new WebStorageStateStore({ store: localStorage }),
    stateStore: new WebStorageStateStore({ store: localStorage }),
  })
  const end = watchSessionEnd(manager)
  const signIn = () =>
    manager.signinRedirect({
      state: { target: location.pathname + location.search + location.hash },
      // There are providers that refuse a request without one.
      nonce: crypto.randomUUID(),
    })
  return {
    manager,
    end,
    accessToken: () => readToken(manager),
    isHeld: async () => {
      if (hasAuthParams() || CALLBACKS.includes(location.pathname)) return false
      // What the browser kept may be unreadable; the gate says so, with a way out.
      const user = await manager.getUser().catch(() => null)
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
      await manager.removeUser()
      await signIn()
    },
    signOut: () => {
      forgetAnswers()
      return manager.signoutRedirect()
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

async function readToken(manager: UserManager): Promise<string | null> {
  const user = await manager.getUser()
  if (user === null) return null
  if (!isExpiring(user)) return user.access_token
  return renewAlone(manager)
}

/**
 * Returns the token of the tab that renews first. The lock outlasts the renewal a little: another tab may not yet read the new token from storage
 * and would replay the used refresh token.
 */
function renewAlone(manager: UserManager): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>()
  const takeTurn = async (): Promise<void> => {
    const latest = await manager.getUser()
    if (latest === null || !isExpiring(latest)) return resolve(latest?.access_token ?? null)
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
    if (error instanceof ErrorResponse) return null
    throw error
  }
}

function isExpiring(user: User): boolean {
  return user.expires_in === undefined || user.expires_in < RENEW_BEFORE_SECONDS
}

export const SessionContext = createContext<Session | null>(null)

/** Returns the session of this browser. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('No session above this component')
  return session
}
