import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { keepSecret } from '#server/identity/serverSecret.store.ts'

export const OUTBOX_PATH = '/identity/outbox'

const LINK_LASTS_MS = DAY_MS
const SECRET_NAME = 'outbox_link_secret'
const SECRET_BYTES = 32

/** Returns the secret that signs keys of the outbox. */
export function outboxSecret(database: Pick<Database, 'inSystem' | 'vault'>): Promise<string> {
  const proposal = randomBytes(SECRET_BYTES).toString('base64url')
  return database.inSystem((tx) => keepSecret(tx, database.vault, SECRET_NAME, proposal))
}

/** Returns the address of the outbox with a key of its own, which works for a day. */
export function outboxLink(publicUrl: string, secret: string, now: number): string {
  const expires = (now + LINK_LASTS_MS).toString(36)
  return `${publicUrl}${OUTBOX_PATH}?key=${expires}-${sign(expires, secret)}`
}

/** Returns whether the key is one of ours and still works. Compares in the same time whatever was given. */
export function isOutboxKey(key: string, secret: string, now: number): boolean {
  const [, expires, given] = /^([0-9a-z]{1,12})-([\w-]{43})$/.exec(key) ?? []
  if (expires === undefined || given === undefined) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(sign(expires, secret))) && Number.parseInt(expires, 36) > now
}

function sign(expires: string, secret: string): string {
  return createHmac('sha256', secret).update(`outbox ${expires}`).digest('base64url')
}
