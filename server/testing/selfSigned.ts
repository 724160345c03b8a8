import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { DAY_MS } from '#engine/time/durations.ts'

const [INTEGER, BIT_STRING, OCTET_STRING, OID, UTF8, GENERALIZED_TIME, SEQUENCE, SET] = [0x02, 0x03, 0x04, 0x06, 0x0c, 0x18, 0x30, 0x31]
const ECDSA_WITH_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const SUBJECT_ALTERNATIVE_NAME = '551d11'
const BASIC_CONSTRAINTS = '551d13'

/** Returns a certificate for 127.0.0.1 and localhost that vouches for itself, with its private key, both in PEM. */
export function selfSigned(name: string, validForMs = 365 * DAY_MS): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(SEQUENCE, hex(OID, ECDSA_WITH_SHA256))
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, hex(OID, COMMON_NAME), der(UTF8, Buffer.from(name)))))
  const now = Date.now()
  const names = der(SEQUENCE, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = der(
    SEQUENCE,
    der(SEQUENCE, hex(OID, BASIC_CONSTRAINTS), der(OCTET_STRING, der(SEQUENCE, der(0x01, Buffer.from([0xff]))))),
    der(SEQUENCE, hex(OID, SUBJECT_ALTERNATIVE_NAME), der(OCTET_STRING, names)),
  )
  const content = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    der(SEQUENCE, time(now - DAY_MS), time(now + validForMs)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])
  const certificate = der(SEQUENCE, content, algorithm, der(BIT_STRING, signature))
  const body = certificate.toString('base64').replaceAll(/.{64}/g, (line) => `${line}\n`)
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const length = content.length
  const header = length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(header), content])
}

function hex(tag: number, text: string): Buffer {
  return der(tag, Buffer.from(text, 'hex'))
}

function time(at: number): Buffer {
  return der(GENERALIZED_TIME, Buffer.from(`${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`))
}
