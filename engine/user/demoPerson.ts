/** The domain of the demo people's addresses; reserved for examples, so nobody else ever has one (RFC 2606). */
export const DEMO_EMAIL_DOMAIN = 'demo.trueline.example'

/** Returns whether the address is one of the demo people's, whose password everybody knows: nothing of such an account may be changed for long. */
export function isDemoAddress(email: string): boolean {
  return email.toLowerCase().endsWith(`@${DEMO_EMAIL_DOMAIN}`)
}
