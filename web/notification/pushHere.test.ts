import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { hashHere, subscribedHere } from './pushHere.view.ts'

const KEY = Buffer.from('the public key of the server').toString('base64url')
const OLD_KEY = Buffer.from('an earlier one').toString('base64url')

/** A browser that gives each subscription a number, and says what was asked of it. */
function browserOf({ knownKey = null as string | null, answer = 'granted', hasWorker = true, fails = '' }) {
  const did: string[] = []
  const made = (number: number, key: string) => ({
    options: { applicationServerKey: new Uint8Array(Buffer.from(key, 'base64url')).buffer },
    unsubscribe: () => {
      did.push('unsubscribe')
      return fails === 'unsubscribe' ? Promise.reject(new Error('away')) : Promise.resolve(true)
    },
    toJSON: () => ({ endpoint: `https://push.example/${number}`, keys: { p256dh: 'p', auth: 'a' } }),
  })
  const manager = {
    getSubscription: () => Promise.resolve(knownKey === null ? null : made(1, knownKey)),
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
      did.push('subscribe')
      return fails === 'subscribe' ? Promise.reject(new Error('no')) : Promise.resolve(made(2, applicationServerKey))
    },
  }
  const ask = () => (fails === 'ask' ? Promise.reject(new Error('not now')) : Promise.resolve(answer))
  return { did, ask, manager: () => Promise.resolve(hasWorker ? manager : null) }
}

describe('this browser as a device', () => {
  it('keeps the way that it has, so that another company goes on sending by it', async () => {
    const browser = browserOf({ knownKey: KEY })
    const address = { endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' }
    assert.deepEqual(await subscribedHere(browser, KEY), { state: 'DONE', address })
    assert.deepEqual(browser.did, [])
  })

  it('makes a way where there is none, and anew where the server has other keys', async () => {
    const [none, old] = [browserOf({}), browserOf({ knownKey: OLD_KEY })]
    for (const browser of [none, old]) {
      const address = { endpoint: 'https://push.example/2', p256dh: 'p', auth: 'a' }
      assert.deepEqual(await subscribedHere(browser, KEY), { state: 'DONE', address })
    }
    assert.deepEqual([none.did, old.did], [['subscribe'], ['unsubscribe', 'subscribe']])
  })

  it('says that it was not allowed, or that no worker runs, and never fails', async () => {
    const states = await Promise.all(
      [
        { answer: 'denied' },
        { hasWorker: false },
        { fails: 'ask' },
        { fails: 'subscribe' },
        { fails: 'unsubscribe', knownKey: OLD_KEY },
      ].map(async (given) => (await subscribedHere(browserOf(given), KEY)).state),
    )
    assert.deepEqual(states, ['REFUSED', 'NO_WORKER', 'REFUSED', 'REFUSED', 'REFUSED'])
  })

  it('knows itself among the devices by the hash of its way, unless the server has other keys', async () => {
    const hash = createHash('sha256').update('https://push.example/1').digest('base64url')
    assert.equal(await hashHere(browserOf({ knownKey: KEY }), KEY), hash)
    for (const given of [{}, { knownKey: OLD_KEY }, { hasWorker: false }]) assert.equal(await hashHere(browserOf(given), KEY), null)
  })
})
