import type { Problem } from '#engine/result.ts'

/** What a browser gives to whom it wants to hear from. */
export type BrowserSubscription = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

/** The services of the browsers that there are. */
export const USUAL_PUSH_HOSTS = ['googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com'] as const
const MAX_ENDPOINT = 2000
/** A point on P-256, uncompressed, and 16 bytes; in base64url. */
const P256DH = /^B[\w-]{86}$/
const AUTH = /^[\w-]{22}$/

/**
 * Returns what is wrong with a subscription, null if nothing is. Its address must be https on its usual port at one of the hosts or below; a host that is
 * named with its origin, such as `http://127.0.0.1:4000`, is taken as it stands (domain.md AL-19).
 */
export function problemOfSubscription({ endpoint, p256dh, auth }: BrowserSubscription, hosts: readonly string[]): Problem | null {
  if (!isPushEndpoint(endpoint, hosts)) return { code: 'PUSH_ENDPOINT_REFUSED', field: 'endpoint' }
  if (!P256DH.test(p256dh)) return { code: 'INVALID_FORMAT', field: 'p256dh', params: { example: 'BNcR…' } }
  return AUTH.test(auth) ? null : { code: 'INVALID_FORMAT', field: 'auth', params: { example: 'tBHI…' } }
}

/** Returns whether the address is named with its whole origin: the installation knows that server. */
export function isNamedOrigin(endpoint: string, hosts: readonly string[]): boolean {
  return URL.canParse(endpoint) && hosts.includes(new URL(endpoint).origin)
}

function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  if (endpoint.length > MAX_ENDPOINT || !URL.canParse(endpoint)) return false
  const { protocol, port, hostname, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (isNamedOrigin(endpoint, hosts)) return true
  return protocol === 'https:' && port === '' && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}
