/** What a browser knows of one way to it, as `PushSubscription` has it. */
type Made = {
  readonly options: { readonly applicationServerKey: ArrayBuffer | null }
  unsubscribe(): Promise<boolean>
  toJSON(): { endpoint?: string; keys?: Record<string, string> }
}
type Manager = {
  getSubscription(): Promise<Made | null>
  subscribe(options: { userVisibleOnly: boolean; applicationServerKey: string }): Promise<Made>
}
/** What of the browser asks the person and leads messages to it. */
export type PushBrowser = {
  ask(): Promise<string>
  /** Null where no service worker runs, as in many private windows. */
  manager(): Promise<Manager | null>
}

/** What the server needs to send messages to a browser. */
type Address = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
/** What came of asking a browser to show messages. */
export type PushHere = { readonly state: 'DONE'; readonly address: Address } | { readonly state: 'NO_WORKER' | 'REFUSED' }

/**
 * Returns how messages reach this browser, after asking the person. The way that there is stays: other companies send by it, too, and it would be dead for
 * them. Only one that was made with other keys of the server takes nothing from it and is made anew.
 */
export async function subscribedHere(browser: PushBrowser, key: string): Promise<PushHere> {
  try {
    if ((await browser.ask()) !== 'granted') return { state: 'REFUSED' }
    const manager = await browser.manager()
    if (manager === null) return { state: 'NO_WORKER' }
    const known = await manager.getSubscription()
    if (known !== null && isOfKey(known, key)) return addressOf(known)
    await known?.unsubscribe()
    return addressOf(await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  } catch {
    return { state: 'REFUSED' }
  }
}

/** Returns the SHA-256 of the way to this browser, by which it is known among the devices; null when there is none with these keys of the server. */
export async function hashHere({ manager }: Pick<PushBrowser, 'manager'>, key: string): Promise<string | null> {
  const known = await manager()
    .then((found) => found?.getSubscription() ?? null)
    .catch(() => null)
  const { endpoint } = known?.toJSON() ?? {}
  if (known === null || endpoint === undefined || !isOfKey(known, key)) return null
  return base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
}

function addressOf(made: Made): PushHere {
  const { endpoint, keys } = made.toJSON()
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']]
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return { state: 'REFUSED' }
  return { state: 'DONE', address: { endpoint, p256dh, auth } }
}

function isOfKey({ options: { applicationServerKey } }: Made, key: string): boolean {
  return applicationServerKey !== null && base64url(applicationServerKey) === key.replace(/=+$/, '')
}

function base64url(bytes: ArrayBuffer): string {
  // By hand: browsers of last year have no `toBase64`.
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
