/** A code of the authenticator app lives for so long (RFC 6238). */
export const CODE_PERIOD_SECONDS = 30
export const CODE_DIGITS = 6
/** Clocks of phones differ: the codes of so many periods before and after count, too. */
export const CODE_WINDOW = 1

/** How many recovery codes a person gets. */
export const RECOVERY_CODES = 10
/** Unambiguous letters and digits: no i, l, o, u. 16 of them are 80 bits. */
const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
export const RECOVERY_CODE_LENGTH = 16
const GROUP_LENGTH = 4

/** What somebody typed in the second step of a sign-in, without blanks and dashes. */
export type TypedCode = { readonly kind: 'app' | 'recovery'; readonly code: string }

/** Returns which kind of code was typed, null when it has the form of none; blanks, dashes and capitals do not matter. */
export function readCode(text: string): TypedCode | null {
  const code = text.replace(/[\s-]/g, '').toLowerCase()
  if (new RegExp(`^[0-9]{${CODE_DIGITS}}$`).test(code)) return { kind: 'app', code }
  const isRecovery = code.length === RECOVERY_CODE_LENGTH && Array.from(code).every((letter) => RECOVERY_ALPHABET.includes(letter))
  return isRecovery ? { kind: 'recovery', code } : null
}

/** Returns a recovery code from 16 random bytes, without dashes: each byte gives one of 32 characters. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length] ?? '').join('')
}

/** Returns the code as people read it, e.g. `0a1b-2c3d-4e5f-6g7h`. */
export function showRecoveryCode(code: string): string {
  const groups = Array.from({ length: Math.ceil(code.length / GROUP_LENGTH) }, (_none, at) =>
    code.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH),
  )
  return groups.join('-')
}

/** Returns the number of the period of the instant (ms UTC), plus `delta`. */
export function codeStep(at: number, delta = 0): number {
  return Math.floor(at / (CODE_PERIOD_SECONDS * 1000)) + delta
}
