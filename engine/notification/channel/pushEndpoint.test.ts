import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isNamedOrigin, problemOfSubscription, USUAL_PUSH_HOSTS } from './pushEndpoint.ts'

const KEYS = { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) }
const codeOf = (endpoint: string, hosts: readonly string[] = USUAL_PUSH_HOSTS) =>
  problemOfSubscription({ endpoint, ...KEYS }, hosts)?.code ?? null

describe('the address of a push subscription', () => {
  for (const [endpoint, expected] of [
    ['https://fcm.googleapis.com/fcm/send/abc', null],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', null],
    ['https://web.push.apple.com/abc', null],
    ['https://wns2-by3p.notify.windows.com/w/?token=abc', null],
    ['http://fcm.googleapis.com/fcm/send/abc', 'PUSH_ENDPOINT_REFUSED'],
    ['https://fcm.googleapis.com:8443/fcm/send/abc', 'PUSH_ENDPOINT_REFUSED'],
    ['https://evilgoogleapis.com/abc', 'PUSH_ENDPOINT_REFUSED'],
    ['https://googleapis.com.evil.example/abc', 'PUSH_ENDPOINT_REFUSED'],
    ['https://user@fcm.googleapis.com/abc', 'PUSH_ENDPOINT_REFUSED'],
    ['https://169.254.169.254/abc', 'PUSH_ENDPOINT_REFUSED'],
    ['https://[::1]/abc', 'PUSH_ENDPOINT_REFUSED'],
    ['nonsense', 'PUSH_ENDPOINT_REFUSED'],
  ] as const)
    it(`${endpoint} ${expected === null ? 'is taken' : 'is refused'}`, () => {
      assert.equal(codeOf(endpoint), expected)
    })

  it('of a server that the installation names with its origin is taken as it stands', () => {
    const hosts = ['http://127.0.0.1:4000']
    assert.deepEqual([codeOf('http://127.0.0.1:4000/push/1', hosts), isNamedOrigin('http://127.0.0.1:4000/push/1', hosts)], [null, true])
    assert.deepEqual(
      [codeOf('http://127.0.0.1:4001/push/1', hosts), isNamedOrigin('http://127.0.0.1:4001/push/1', hosts)],
      ['PUSH_ENDPOINT_REFUSED', false],
    )
  })

  it('comes with keys of the right length', () => {
    const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
    assert.equal(problemOfSubscription({ endpoint, ...KEYS, p256dh: 'short' }, USUAL_PUSH_HOSTS)?.field, 'p256dh')
    assert.equal(problemOfSubscription({ endpoint, ...KEYS, auth: '' }, USUAL_PUSH_HOSTS)?.field, 'auth')
  })
})
