/** Settings for the screens before the sign-in, in the page as `<meta name="trueline-settings">`. */
export type ClientSettings = {
  /** The external provider to sign in at; null = the embedded one. */
  readonly openId: { readonly authority: string; readonly clientId: string; readonly scope: string; readonly companySuffix: boolean } | null
  /** Empty = page views are reported to nobody. */
  readonly analyticsId: string
  readonly isRegistrationOpen: boolean
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
}

const DEFAULTS: ClientSettings = { openId: null, analyticsId: '', isRegistrationOpen: true, termsUrl: null, privacyUrl: null }

/** Returns the settings of the page; what is not written there has its default. */
export function readClientSettings(
  content = document.querySelector('meta[name="trueline-settings"]')?.getAttribute('content'),
): ClientSettings {
  if (content == null || content === '') return DEFAULTS
  const written: unknown = JSON.parse(content)
  return isWritten(written) ? { ...DEFAULTS, ...written } : DEFAULTS
}

/** Our own server writes it, with the types of its settings. */
function isWritten(value: unknown): value is Partial<ClientSettings> {
  return typeof value === 'object' && value !== null
}
