/** The pages of this bundle. */
export type IdentityPage =
  | { readonly kind: 'signIn'; readonly interaction: string | null }
  | { readonly kind: 'registration' | 'reset' | 'restore' | 'activate' | 'invitation' | 'terms' | 'privacy' }

const PATHS: Readonly<Record<string, Exclude<IdentityPage['kind'], 'signIn'>>> = {
  '/registration': 'registration',
  '/password/reset': 'reset',
  '/password/restore': 'restore',
  '/password/activate': 'activate',
  '/invitation': 'invitation',
  '/terms': 'terms',
  '/privacy': 'privacy',
}

/** Returns the page of a path; any other path is a sign-in without an interaction, which offers to start again. */
export function pageOf(pathname: string): IdentityPage {
  const kind = Object.entries(PATHS).find(([path]) => path === pathname.replace(/\/$/, ''))?.[1]
  return kind === undefined ? { kind: 'signIn', interaction: interactionPath(pathname) } : { kind }
}

/** Returns the address of the interaction that the page was opened for, or null when it was opened by itself. */
export function interactionPath(pathname: string): string | null {
  return /^\/identity\/interaction\/[\w-]+$/.test(pathname) ? pathname : null
}
