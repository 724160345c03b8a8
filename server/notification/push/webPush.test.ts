import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { describe, it } from 'node:test'
import { decryptedPush, decryptedRecord, vapidClaims } from '#server/testing/pushPeer.ts'
import { pushRequest } from './webPush.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, section 5 and appendix A. */
const BROWSER = {
  secret: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const SENDER = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'
const SALT = 'DGv6ra1nlYgDCS1FRnbzlw'
const TEXT = 'When I grow up, I want to be a watermelon'
const MESSAGE =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'

/** RFC 8292, section 2.4. */
const SIGNED =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'

/** RFC 8188, section 3.1. */
const WALRUS = { body: 'I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg', key: 'yqdlZ-tYemfogSmv7Ws5PQ' }

/** A fresh pair of keys to sign with. */
function signingKeys() {
  const pair = crypto.createECDH('prime256v1')
  pair.generateKeys()
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

describe('a message to a push service, by the examples of the standards', () => {
  it('is encrypted as RFC 8291 says, byte for byte, with its keys and salt', (test) => {
    const keys = signingKeys()
    const sender = crypto.createECDH('prime256v1')
    sender.setPrivateKey(bytes(SENDER))
    // The library makes keys and salt of each message; here they are those of the example.
    test.mock.method(sender, 'generateKeys', () => sender.getPublicKey())
    const made = test.mock.method(crypto, 'createECDH', () => sender, { times: 1 })
    const salted = test.mock.method(crypto, 'randomBytes', () => bytes(SALT), { times: 1 })
    const push = { payload: TEXT, ttlSeconds: 10, urgency: 'normal', topic: 'A' } as const
    const subscription = { endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV', ...BROWSER }
    const { body, headers } = pushRequest(subscription, push, { keys, publicUrl: 'https://plant.example' })
    assert.deepEqual([made.mock.callCount(), salted.mock.callCount()], [1, 1])
    assert.equal(Buffer.isBuffer(body) && body.toString('base64url'), MESSAGE)
    assert.equal(headers?.['content-encoding'], 'aes128gcm')
  })

  it('is signed for the origin of the service for at most a day, in the name of the installation (RFC 8292)', () => {
    const keys = signingKeys()
    const subscription = { endpoint: 'https://push.example.net/push/1', ...BROWSER }
    const push = { payload: TEXT, ttlSeconds: 10, urgency: 'high', topic: 'A' } as const
    const claims = vapidClaims(
      pushRequest(subscription, push, { keys, publicUrl: 'https://plant.example' }).headers?.['authorization'] ?? '',
    )
    assert.deepEqual([claims?.aud, claims?.key], ['https://push.example.net', keys.publicKey])
    const lasts = (claims?.exp ?? 0) - Date.now() / 1000
    assert.ok(lasts > 0 && lasts <= 86_400, `it lasts ${lasts} s`)
  })

  it('is read by the service of the tests as the standards say', () => {
    const ecdh = crypto.createECDH('prime256v1')
    ecdh.setPrivateKey(bytes(BROWSER.secret))
    assert.equal(decryptedPush(bytes(MESSAGE), { ecdh, auth: bytes(BROWSER.auth) }), TEXT)
    assert.equal(decryptedRecord(bytes(WALRUS.body), bytes(WALRUS.key)), 'I am the walrus')
    assert.deepEqual([vapidClaims(SIGNED)?.aud, vapidClaims(SIGNED)?.exp], ['https://push.example.net', 1_453_523_768])
    assert.equal(vapidClaims(SIGNED.replace('eyJhdWQi', 'eyJhdWQj')), null)
  })
})
