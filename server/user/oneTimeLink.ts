import { createHash, randomBytes } from 'node:crypto'
import { HOUR_MS } from '#engine/time/durations.ts'

/** What an e-mail's link stands for. */
export const LINK_KINDS = ['VERIFY_EMAIL', 'RESET_PASSWORD', 'ACTIVATE', 'INVITATION'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

const DAY_MS = 24 * HOUR_MS

/** How long a link lives. */
export const LINK_LIFETIME_MS: Readonly<Record<LinkKind, number>> = {
  VERIFY_EMAIL: DAY_MS,
  RESET_PASSWORD: HOUR_MS,
  ACTIVATE: 7 * DAY_MS,
  INVITATION: 7 * DAY_MS,
}

const PATHS: Readonly<Record<LinkKind, string>> = {
  VERIFY_EMAIL: '/activation',
  RESET_PASSWORD: '/password/restore',
  ACTIVATE: '/password/activate',
  INVITATION: '/invitation',
}

const SECRET_BYTES = 32

/** Returns a new secret of 256 random bits, in characters of a URL. */
export function newLinkSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Returns the stored hash of a secret. SHA-256 is enough for 256 random bits. */
export function linkHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Returns the address that an e-mail shows, e.g. `https://oee.example/password/restore?hash=…&lang=pl` (spec 000 §2). */
export function linkUrl(publicUrl: string, kind: LinkKind, link: { readonly secret: string; readonly language: string }): string {
  return `${publicUrl}${PATHS[kind]}?${new URLSearchParams({ hash: link.secret, lang: link.language }).toString()}`
}
