import { heldTenant } from './tenant.ts'

/** Whose messages this browser shows, in the company that is held. */
export type PushHere = {
  readonly userId: string
  /** Of the subscription at the server. */
  readonly deviceId: string
  readonly endpoint: string
}

const KEY = 'trueline.push.'
const END_LIMIT_MS = 3_000

/** Notes whose messages this browser shows, in the company that is held. */
export function notePush(here: PushHere): void {
  localStorage.setItem(keyHere(), JSON.stringify(here))
}

/** Returns whose messages this browser shows, in the company that is held; null = nobody's, as far as it knows. */
export function pushHere(): PushHere | null {
  const text = localStorage.getItem(keyHere())
  if (text === null) return null
  const kept: unknown = JSON.parse(text)
  return isPushHere(kept) ? kept : null
}

/** Forgets the device: the person removed it. */
export function forgetPush(deviceId: string): void {
  if (pushHere()?.deviceId === deviceId) localStorage.removeItem(keyHere())
}

/** Has this browser show no more messages, of no company: who signs out is not there to read them. Nothing of it keeps anybody from signing out. */
export async function endPush(): Promise<void> {
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(KEY))) localStorage.removeItem(key)
  const { promise: limit, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, END_LIMIT_MS)
  await Promise.race([unsubscribe().catch(() => null), limit])
  clearTimeout(timer)
}

/** The server learns of it with the next message, which the push service refuses. */
async function unsubscribe(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

function keyHere(): string {
  return KEY + (heldTenant() ?? '')
}

function isPushHere(value: unknown): value is PushHere {
  return typeof value === 'object' && value !== null && 'userId' in value && 'deviceId' in value && 'endpoint' in value
}
