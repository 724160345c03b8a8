import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import {
  CODE_DIGITS,
  CODE_PERIOD_SECONDS,
  CODE_WINDOW,
  codeStep,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  recoveryCodeOf,
} from '#engine/user/oneTimeCode.ts'
import type { UserId } from '#engine/ids.ts'

const ISSUER = 'Trueline'
const SECRET_BYTES = 20
/** What every authenticator app understands. */
const ALGORITHM = 'SHA1'

/** Returns a new secret for an authenticator app, in base32. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** Returns the address that an authenticator app reads from the picture. */
export function authenticatorUri(secret: string, email: string): string {
  return new TOTP({
    issuer: ISSUER,
    label: email,
    secret: Secret.fromBase32(secret),
    algorithm: ALGORITHM,
    digits: CODE_DIGITS,
    period: CODE_PERIOD_SECONDS,
  }).toString()
}

/** Returns the code of the secret at the instant (ms UTC). */
export function authenticatorCode(secret: string, at: number): string {
  return TOTP.generate({
    secret: Secret.fromBase32(secret),
    algorithm: ALGORITHM,
    digits: CODE_DIGITS,
    period: CODE_PERIOD_SECONDS,
    timestamp: at,
  })
}

/** Returns the period of the code, at most one before or after the instant (ms UTC); null for a wrong code. */
export function stepOfCode(secret: string, code: string, at: number): number | null {
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    algorithm: ALGORITHM,
    digits: CODE_DIGITS,
    period: CODE_PERIOD_SECONDS,
    timestamp: at,
    window: CODE_WINDOW,
  })
  return delta === null ? null : codeStep(at, delta)
}

/** A QR code as an SVG draws it: the path of its dark squares in a square of so many units, the quiet zone included. */
export type QrCode = { readonly size: number; readonly path: string }

/** Returns the text as a QR code. */
export function qrCodeOf(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}

/** Returns new recovery codes, without dashes. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(randomBytes(RECOVERY_CODE_LENGTH)))
}

/** Returns the stored hash of a recovery code. SHA-256 is enough for 80 random bits. */
export function recoveryCodeHash(userId: UserId, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('base64url')
}
