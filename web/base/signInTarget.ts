import { DEFAULT_PAGE } from '#engine/access/routeGuards.ts'

/** Where the provider leads back to. */
export const CALLBACKS: readonly string[] = ['/signin-oidc', '/signout-oidc']

/** Returns whether the address holds an answer of the provider, which its client must read first. */
export function hasProviderAnswer({ search, hash }: Pick<Location, 'search' | 'hash'>): boolean {
  return [search, hash.slice(1)].some((text) => {
    const answer = new URLSearchParams(text)
    return answer.has('state') && (answer.has('code') || answer.has('error'))
  })
}

/** Returns the path to open after sign-in from the state that came back; anything that is not a page of this origin becomes the default page. */
export function targetAfterSignIn(state: unknown, origin: string): string {
  const target = typeof state === 'object' && state !== null && 'target' in state ? state.target : null
  if (typeof target !== 'string' || !URL.canParse(target, origin)) return DEFAULT_PAGE
  const url = new URL(target, origin)
  if (url.origin !== origin || url.pathname === '/' || CALLBACKS.includes(url.pathname)) return DEFAULT_PAGE
  return url.pathname + url.search + url.hash
}

/**
 * Returns the authority of the identity provider: the embedded one, or the external one of the settings. A held company adds the suffix
 * `company/{tenantId}` (spec 000 §4); for an external provider only if its settings say so.
 */
export function authorityOf(
  origin: string,
  tenantId: string | null,
  external: { readonly authority: string; readonly companySuffix: boolean } | null = null,
): string {
  const base = external?.authority ?? `${origin}/identity`
  const hasSuffix = tenantId !== null && (external === null || external.companySuffix)
  return hasSuffix ? `${base}/company/${encodeURIComponent(tenantId)}` : base
}
