/* oxlint-disable no-console -- the notice is written there */

const { warn } = console
const isNotice = (message: unknown) => typeof message === 'string' && message.includes('oidc-provider WARNING: Unsupported runtime')

/**
 * The provider's library warns on import about any Node without an LTS flag in its build, such as the one from npm. That line is hidden. Must be
 * imported before the library.
 */
console.warn = (...messages: unknown[]) => (isNotice(messages[0]) ? undefined : warn(...messages))

/** Lets everything be written again. */
export function restoreWarnings(): void {
  console.warn = warn
}
