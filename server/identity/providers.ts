import type { Provider } from 'oidc-provider'
import { issuerOf } from './authority.ts'
import type { Authority } from './authority.ts'
import { createProvider } from './provider.ts'
import type { ProviderDeps } from './provider.ts'

/** One provider takes 90 KB and 0.2 ms to make. */
const MAX_PROVIDERS = 500

/** The providers in use, one an authority, made when first asked for. */
export type Providers = {
  of(authority: Authority): Provider
  /** Makes all anew when next asked for, e.g. with rotated keys. */
  renew(deps: ProviderDeps): void
}

/** Returns the providers; the longest unused goes when there are too many, which loses nothing, since all state is in the database. */
export function createProviders(initial: ProviderDeps): Providers {
  const providers = new Map<string, Provider>()
  let deps = initial
  return {
    of: (authority) => {
      const issuer = issuerOf(authority)
      const provider = providers.get(issuer) ?? createProvider(authority, deps)
      providers.delete(issuer)
      providers.set(issuer, provider)
      const oldest = providers.keys().next()
      if (providers.size > MAX_PROVIDERS && oldest.done !== true) providers.delete(oldest.value)
      return provider
    },
    renew: (next) => {
      deps = next
      providers.clear()
    },
  }
}
