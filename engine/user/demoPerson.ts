/** Domain of the demo people's addresses, reserved for examples (RFC 2606), so that no real person has one. */
export const DEMO_EMAIL_DOMAIN = 'demo.trueline.example'

/** Returns whether the address belongs to a demo person. Their password is public, so their accounts cannot be changed. */
export function isDemoAddress(email: string): boolean {
  return email.toLowerCase().endsWith(`@${DEMO_EMAIL_DOMAIN}`)
}
