/** Domain of the demo people's addresses, reserved for examples (RFC 2606), so that no real person has one. */
export const DEMO_EMAIL_DOMAIN = 'demo.trueline.example'

const ADDRESS = /[^\s"'<>,;:|]+@[^\s"'<>,;:|]+/g

/** Returns the text with a dash in place of every e-mail address that is not a demo person's: everybody may read what stands in the demo. */
export function withoutRealAddresses(text: string): string {
  return text.replaceAll(ADDRESS, (address) => (isDemoAddress(address) ? address : '–'))
}

/** Returns whether the address belongs to a demo person. Their password is public, so their accounts cannot be changed. */
export function isDemoAddress(email: string): boolean {
  return email.toLowerCase().endsWith(`@${DEMO_EMAIL_DOMAIN}`)
}
