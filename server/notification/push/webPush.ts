import webPush from 'web-push'
import { z } from 'zod'
import type { BrowserSubscription } from '#engine/notification/channel/pushEndpoint.ts'
import type { Push } from '#engine/notification/channel/push.ts'
import type { Database } from '#server/db/database.ts'
import { keepSecret } from '#server/identity/serverSecret.store.ts'
import type { OutboundRequest } from '#server/outbound/guardedFetch.ts'
import type { Vault } from '#server/vault.ts'

const KEYS = z.strictObject({ publicKey: z.string(), privateKey: z.string() })
export type PushKeys = z.infer<typeof KEYS>

const SECRET = 'PUSH_KEYS'
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 16_384

/** They never change: read once for each vault. */
const known = new WeakMap<Vault, Promise<PushKeys>>()

/** Returns the keys by which push services know this installation; the first caller makes them, and they lie sealed. */
export async function pushKeys(database: Pick<Database, 'inSystem' | 'vault'>): Promise<PushKeys> {
  const reading = known.get(database.vault) ?? readKeys(database)
  known.set(database.vault, reading)
  // What could not be read is asked for again.
  reading.catch(() => known.delete(database.vault))
  return reading
}

async function readKeys({ inSystem, vault }: Pick<Database, 'inSystem' | 'vault'>): Promise<PushKeys> {
  const proposal = JSON.stringify(webPush.generateVAPIDKeys())
  return KEYS.parse(JSON.parse(await inSystem((tx) => keepSecret(tx, vault, SECRET, proposal))))
}

/** Returns the question that hands the message to the push service of the browser: encrypted for it alone (RFC 8291), signed by our keys (RFC 8292). */
export function pushRequest(
  { endpoint, p256dh, auth }: BrowserSubscription,
  { payload, ttlSeconds, urgency, topic }: Push,
  { keys, publicUrl }: { readonly keys: PushKeys; readonly publicUrl: string },
): OutboundRequest {
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: subjectOf(publicUrl), ...keys },
    TTL: ttlSeconds,
    urgency,
    topic,
    contentEncoding: 'aes128gcm',
  })
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
  const { 'content-length': _length, ...others } = given
  return { url: endpoint, method: 'POST', headers: others, body, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES }
}

/** Push services take an address over TLS or one for e-mails. */
function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:push@${new URL(publicUrl).hostname}`
}
