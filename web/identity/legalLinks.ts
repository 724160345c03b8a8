import { readClientSettings } from '#web/base/clientSettings.ts'

/** Returns where the two policies are: at the operator's addresses, else on our own short pages. */
export function legalLinks(): { readonly terms: string; readonly privacy: string } {
  const { termsUrl, privacyUrl } = readClientSettings()
  return { terms: termsUrl ?? '/terms', privacy: privacyUrl ?? '/privacy' }
}
