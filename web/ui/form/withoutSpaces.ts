/** Returns what was typed without any blanks, for fields that accept none: addresses, logins, codes (spec 000 §5). */
export function withoutSpaces(typed: string): string {
  return typed.replaceAll(/\s/g, '')
}
