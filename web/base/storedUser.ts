const RENEW_BEFORE_SECONDS = 60

/** What a page needs to know of the tokens that the client of the identity provider keeps. */
export type StoredUser = { readonly accessToken: string; readonly expiresAtSeconds: number | null; readonly subject: string | null }

/** Returns the key under which the client of the identity provider keeps its tokens. */
export function storageKeyOf(authority: string, clientId: string): string {
  return `oidc.user:${authority}:${clientId}`
}

/** Returns the kept tokens, read without that client; null when there are none or they cannot be read. */
export function storedUser(storage: Pick<Storage, 'getItem'>, key: string): StoredUser | null {
  const text = storage.getItem(key)
  return text === null ? null : parseStoredUser(text)
}

/** Returns the kept tokens in the text; null for a text that holds none. */
export function parseStoredUser(text: string): StoredUser | null {
  try {
    const user: unknown = JSON.parse(text)
    if (typeof user !== 'object' || user === null || !('access_token' in user) || typeof user.access_token !== 'string') return null
    const expiresAtSeconds = 'expires_at' in user && typeof user.expires_at === 'number' ? user.expires_at : null
    return { accessToken: user.access_token, expiresAtSeconds, subject: subjectOf(user) }
  } catch {
    return null
  }
}

/** Returns whether the token must be renewed before it is used again: it has less than a minute to live, or nobody knows how long. */
export function isExpiring({ expiresAtSeconds }: StoredUser, nowMs = Date.now()): boolean {
  return expiresAtSeconds === null || expiresAtSeconds - Math.floor(nowMs / 1000) < RENEW_BEFORE_SECONDS
}

function subjectOf(user: object): string | null {
  const profile: unknown = 'profile' in user ? user.profile : null
  return typeof profile === 'object' && profile !== null && 'sub' in profile && typeof profile.sub === 'string' ? profile.sub : null
}
