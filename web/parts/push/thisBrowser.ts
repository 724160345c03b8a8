import type { PushSubscriptionInput } from '#web/api/generated/graphql.ts'

/** Whether this browser can show messages: iPhones only once the page is on the home screen; private windows often not at all. */
export type PushSupport = 'ADD_TO_HOME' | 'BLOCKED' | 'NONE' | 'READY'

/** Returns whether this browser can show messages. */
export function pushSupport(): PushSupport {
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return isApple ? 'ADD_TO_HOME' : 'NONE'
  return Notification.permission === 'denied' ? 'BLOCKED' : 'READY'
}

/** Returns the subscription of this browser by the key of the server; null when the browser refuses. */
export function subscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription | null> {
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => null)
}

/** Returns what the server needs to send messages by the subscription; null without one. */
export function keysOf(subscription: PushSubscription | null): Omit<PushSubscriptionInput, 'label'> | null {
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']]
  return endpoint === undefined || p256dh === undefined || auth === undefined ? null : { endpoint, p256dh, auth }
}

/** Returns the name of this browser as its person knows it, such as “Chrome, Android”. */
export function browserName(agent: string): string {
  const name = [
    ['Edg/', 'Edge'],
    ['OPR/', 'Opera'],
    ['SamsungBrowser/', 'Samsung Internet'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ].find(([mark = '']) => agent.includes(mark))?.[1]
  const system = [
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Android', 'Android'],
    ['Windows', 'Windows'],
    ['Mac OS X', 'Mac'],
    ['Linux', 'Linux'],
  ].find(([mark = '']) => agent.includes(mark))?.[1]
  return [name ?? 'Browser', ...(system === undefined ? [] : [system])].join(', ')
}
