import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { endPush, forgetPush, notePush, pushHere } from '#web/base/pushHere.ts'
import { renewPush } from './renewPush.ts'

const kept: Record<string, string> = {}
Object.defineProperties(kept, {
  getItem: { value: (key: string) => kept[key] ?? null },
  setItem: { value: (key: string, value: string) => void (kept[key] = value) },
  removeItem: { value: (key: string) => void delete kept[key] },
})
const define = (name: string, value: unknown) => Object.defineProperty(globalThis, name, { configurable: true, writable: true, value })

/** A browser with one subscription at a time, and what the server was told. */
let endpoint: string | null = null
let sent: unknown[] = []
const subscription = () =>
  endpoint === null
    ? null
    : {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
        unsubscribe: () => {
          endpoint = null
          return Promise.resolve(true)
        },
      }
const pushManager = {
  getSubscription: () => Promise.resolve(subscription()),
  subscribe: ({ applicationServerKey }: { readonly applicationServerKey: string }) => {
    endpoint = `made with ${applicationServerKey}`
    return Promise.resolve(subscription())
  },
}
define('localStorage', kept)
define('navigator', { userAgent: 'Firefox/140 Linux', serviceWorker: { getRegistration: () => Promise.resolve({ pushManager }) } })
define('PushManager', class {})
define('Notification', { permission: 'granted' })
const server = {
  key: () => Promise.resolve('the key'),
  add: (input: unknown) => {
    sent.push(input)
    return Promise.resolve('second')
  },
}
const OLENA = { userId: 'olena', deviceId: 'first', endpoint: 'old' }

beforeEach(() => {
  for (const key of Object.keys(kept)) delete kept[key]
  endpoint = 'old'
  sent = []
})

test('a browser that renewed its subscription is added again, once, for the person who had switched messages on', async () => {
  await renewPush('olena', server)
  notePush(OLENA)
  await renewPush('olena', server)
  assert.deepEqual(sent, [])
  endpoint = 'new'
  await renewPush('petro', server)
  assert.deepEqual(sent, [])
  await renewPush('olena', server)
  await renewPush('olena', server)
  assert.deepEqual(sent, [{ endpoint: 'new', p256dh: 'key', auth: 'secret', label: 'Firefox, Linux' }])
  assert.deepEqual(pushHere(), { userId: 'olena', deviceId: 'second', endpoint: 'new' })
})

test('a browser that lost its subscription makes one by the key of the server', async () => {
  notePush(OLENA)
  endpoint = null
  await renewPush('olena', server)
  assert.equal(pushHere()?.endpoint, 'made with the key')
  assert.equal(sent.length, 1)
})

test('a device that was removed, and a browser that somebody signed out of, show no more messages', async () => {
  notePush(OLENA)
  forgetPush('another')
  assert.deepEqual(pushHere(), OLENA)
  forgetPush('first')
  endpoint = 'new'
  await renewPush('olena', server)
  assert.deepEqual(sent, [])
  notePush(OLENA)
  kept['trueline.tenant'] = 'OTHER'
  notePush(OLENA)
  await endPush()
  assert.equal(endpoint, null)
  assert.deepEqual(Object.keys(kept), ['trueline.tenant'])
  await renewPush('olena', server)
  assert.deepEqual([sent, endpoint], [[], null])
})
