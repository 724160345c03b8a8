import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Returns a new device secret: 32 random bytes in base64url, shown once at registration. */
export function createDeviceSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hex SHA-256 of the secret; enough for a secret of 256 random bits, and cheap enough for every connection. */
export function hashDeviceSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Returns whether the secret has the hash, in time that does not depend on where they differ. */
export function isDeviceSecret(secret: string, secretHash: string): boolean {
  const given = Buffer.from(hashDeviceSecret(secret), 'hex')
  const stored = Buffer.from(secretHash, 'hex')
  return given.length === stored.length && timingSafeEqual(given, stored)
}
