import type { PushSubscriptionInput } from '#web/api/generated/graphql.ts'
import { notePush, pushHere } from '#web/base/pushHere.ts'
import { browserName, keysOf, subscribe } from '#web/parts/push/thisBrowser.ts'

export type PushServer = {
  /** Returns the key to subscribe with; null when it does not answer. */
  key(): Promise<string | null>
  /** Returns the id of the device that it added; null when it did not. */
  add(input: PushSubscriptionInput): Promise<string | null>
}

/**
 * Tells the server where messages to this browser go since the browser renewed its subscription: the former address takes none any more. Only for the person
 * who had switched them on here.
 */
export async function renewPush(userId: string, server: PushServer): Promise<void> {
  const here = pushHere()
  if (here === null || here.userId !== userId || Notification.permission !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration === undefined) return
  const present = await registration.pushManager.getSubscription()
  if (present?.endpoint === here.endpoint) return
  const key = present === null ? await server.key() : null
  const input = keysOf(present ?? (key === null ? null : await subscribe(registration, key)))
  if (input === null) return
  const deviceId = await server.add({ ...input, label: browserName(navigator.userAgent) })
  if (deviceId !== null) notePush({ userId, deviceId, endpoint: input.endpoint })
}
