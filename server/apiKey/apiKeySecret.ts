import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'tlk_'
const SECRET_BYTES = 32
const FORM = /^tlk_[\w-]{43}$/

/** Returns the secret of a new key: `tlk_` and 256 random bits in base64url. */
export function newApiKeySecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
}

/** Returns the stored hash of a secret. SHA-256 is enough for 256 random bits. */
export function apiKeyHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Returns whether a bearer claims to be a key; then it is checked as one and as nothing else. */
export function isApiKey(bearer: string): boolean {
  return bearer.startsWith(PREFIX)
}

/** Returns whether the text has the form of a secret; whatever has not is no key without asking the database. */
export function hasSecretForm(text: string): boolean {
  return FORM.test(text)
}
