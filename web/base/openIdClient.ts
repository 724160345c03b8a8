import { UserManager, WebStorageStateStore } from 'oidc-client-ts'

type Registration = { readonly authority: string; readonly clientId: string; readonly scope: string }

/** Returns the client of the identity provider: code flow with PKCE, tokens kept per company. */
export function createOpenIdClient({ authority, clientId, scope }: Registration): UserManager {
  return new UserManager({
    authority,
    client_id: clientId,
    redirect_uri: `${location.origin}/signin-oidc`,
    post_logout_redirect_uri: `${location.origin}/signout-oidc`,
    scope,
    loadUserInfo: true,
    // Renewal is ours, under a lock: two tabs that renew at once would replay a rotated refresh token and lose the session.
    automaticSilentRenew: false,
    monitorSession: false,
    userStore: new WebStorageStateStore({ store: localStorage }),
    stateStore: new WebStorageStateStore({ store: localStorage }),
  })
}
