/** Returns the typed text without blanks, for addresses, logins and codes (spec 000 §5). */
export function withoutSpaces(typed: string): string {
  return typed.replaceAll(/\s/g, '')
}
