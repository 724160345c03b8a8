/* oxlint-disable no-console -- the notice is written there */

const { warn } = console
const isNotice = (message: unknown) => typeof message === 'string' && message.includes('oidc-provider WARNING: Unsupported runtime')

/**
 * While it is imported, the provider's library warns about every Node that has no LTS flag in its build, as the one from npm has none.
 * That one line is kept from the terminal of people who start the server; must be imported before the library.
 */
console.warn = (...messages: unknown[]) => (isNotice(messages[0]) ? undefined : warn(...messages))

/** Lets everything be written again. */
export function restoreWarnings(): void {
  console.warn = warn
}
