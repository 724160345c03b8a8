import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { ECDH } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
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

/** A status, or: no answer at all, a connection that ends without one, or something that is no HTTP. */
export type PushPeerAnswer = number | 'CUT' | 'NEVER' | 'NONSENSE'

/** A push service on this machine: it checks who sends, decrypts what arrives as the browser would, and answers as it is told. */
export class PushPeer {
  readonly received: Received[] = []
  answer: PushPeerAnswer = 201
  /** What it answers to single subscriptions, by their names. */
  readonly answers = new Map<string, PushPeerAnswer>()
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
        const answer = this.answers.get(request.url?.split('/').at(-1) ?? '') ?? this.answer
        if (answer === 'NEVER') return
        if (answer === 'CUT') return void request.socket.destroy()
        if (answer === 'NONSENSE') return void request.socket.end('220 push ready\r\n\r\n')
        if (answer < 300) this.#take(request, Buffer.concat(parts))
        void this.meanwhile().finally(() => response.writeHead(answer).end())
      })
    })
  }

  #take({ url = '', headers }: IncomingMessage, body: Buffer): void {
    const signed = vapidClaims(headers.authorization ?? '')
    assert.ok(
      signed?.key === this.vapidKey && signed.aud === this.origin && signed.exp * SECOND_MS > Date.now(),
      'not signed by the keys of the installation',
    )
    assert.equal(headers['content-encoding'], 'aes128gcm')
    this.received.push({
      path: url,
      at: Date.now(),
      said: JSON.parse(decryptedPush(body, { ecdh: this.#ecdh, auth: this.#auth })) as Record<string, unknown>,
      ttl: String(headers['ttl']),
      urgency: String(headers['urgency']),
      topic: String(headers['topic']),
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
}

/** Returns who a message is for, until when (s since 1970) and by which key, as its header says (RFC 8292: a token of ES256); null = its signature is of another key. */
export function vapidClaims(authorization: string): { readonly aud: string; readonly exp: number; readonly key: string } | null {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return null
  const { aud, exp } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { readonly aud: string; readonly exp: number }
  return { aud, exp, key }
}

/** Returns the text of a push message as the browser with the keys reads it: RFC 8291, written from its text, not by the library that encrypts. */
export function decryptedPush(body: Buffer, { ecdh, auth }: { readonly ecdh: ECDH; readonly auth: Buffer }): string {
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const keyPart = createHmac('sha256', auth).update(ecdh.computeSecret(sender)).digest()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const material = createHmac('sha256', keyPart)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
  return decryptedRecord(body, material)
}

/** Returns the text of a body of one record in the encoding aes128gcm (RFC 8188). */
export function decryptedRecord(body: Buffer, material: Buffer): string {
  const salt = body.subarray(0, 16)
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const record = body.subarray(21 + body.readUInt8(20))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
