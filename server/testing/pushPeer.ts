import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { SECOND_MS } from '#engine/time/durations.ts'
import { listenFree } from './listenFree.ts'

type Received = {
  readonly path: string
  /** When it arrived. */
  readonly at: number
  readonly said: Readonly<Record<string, unknown>>
  readonly ttl: string
  readonly urgency: string
  readonly topic: string
}

/** A push service on this machine: it checks who sends, decrypts what arrives as the browser would, and answers as it is told. */
export class PushPeer {
  readonly received: Received[] = []
  answer = 201
  /** What happens while a message is on its way. */
  meanwhile: () => Promise<void> = () => Promise.resolve()
  vapidKey = ''
  origin = ''
  readonly #server: Server
  readonly #ecdh = createECDH('prime256v1')
  readonly #auth = randomBytes(16)

  constructor() {
    this.#ecdh.generateKeys()
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        if (this.answer < 300) {
          assert.ok(this.#isSigned(request.headers.authorization ?? ''), 'not signed by the keys of the installation')
          const { headers } = request
          assert.equal(headers['content-encoding'], 'aes128gcm')
          const said = JSON.parse(this.#decrypted(Buffer.concat(parts))) as Record<string, unknown>
          this.received.push({
            path: request.url ?? '',
            at: Date.now(),
            said,
            ttl: String(headers['ttl']),
            urgency: String(headers['urgency']),
            topic: String(headers['topic']),
          })
        }
        void this.meanwhile().finally(() => response.writeHead(this.answer).end())
      })
    })
  }

  async listen(): Promise<void> {
    this.origin = `http://127.0.0.1:${await listenFree(this.#server)}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  subscription(name: string) {
    return {
      endpoint: `${this.origin}/push/${name}`,
      p256dh: this.#ecdh.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
      label: name,
    }
  }

  /** RFC 8292: a token of ES256 for the origin, by the key that the browser subscribed with. */
  #isSigned(authorization: string): boolean {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
    const [head = '', body = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { readonly aud: string; readonly exp: number }
    if (key !== this.vapidKey || claims.aud !== this.origin || claims.exp * SECOND_MS <= Date.now()) return false
    const point = Buffer.from(key, 'base64url')
    const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
    return verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  }

  /** RFC 8291 and 8188, written from their text, not by the library that encrypts. */
  #decrypted(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const senderLength = body.readUInt8(20)
    const sender = body.subarray(21, 21 + senderLength)
    const secret = this.#ecdh.computeSecret(sender)
    const keyPart = createHmac('sha256', this.#auth).update(secret).digest()
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#ecdh.getPublicKey(), sender])
    const material = createHmac('sha256', keyPart)
      .update(Buffer.concat([info, Buffer.from([1])]))
      .digest()
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', material, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
    const record = body.subarray(21 + senderLength)
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2)).toString()
  }
}
