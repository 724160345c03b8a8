import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { DAY_MS } from '#engine/time/durations.ts'
import type { MqttTls } from '#server/config.ts'
import type { PartState } from '#server/partState.ts'
import { StartRefusal } from '#server/refusal.ts'

/** A certificate and its private key, in PEM. */
export type Certificate = { readonly cert: string; readonly key: string; readonly expiresAt: number }

/** A certificate that ends so soon is told in the state of health. */
const TOLD_BEFORE_MS = 7 * DAY_MS

/** Returns the certificate and key of the files; refuses with a sentence what cannot be read, is neither, or does not belong together. */
export async function readCertificate({ certPath, keyPath }: Pick<MqttTls, 'certPath' | 'keyPath'>): Promise<Certificate> {
  const [cert, key] = [await read(certPath, 'MQTT_TLS_CERT'), await read(keyPath, 'MQTT_TLS_KEY')]
  try {
    createSecureContext({ cert, key })
    return { cert, key, expiresAt: Date.parse(new X509Certificate(cert).validTo) }
  } catch (cause) {
    throw new StartRefusal(
      `MQTT_TLS_CERT=${certPath} and MQTT_TLS_KEY=${keyPath} are no certificate and its private key in PEM: ${textOf(cause)}.`,
      { cause },
    )
  }
}

/** Returns the state of a certificate at the instant (ms UTC): degraded when it has ended or will within a week. */
export function stateOfCertificate({ expiresAt }: Pick<Certificate, 'expiresAt'>, now: number): PartState {
  const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')
  if (expiresAt <= now) return { status: 'degraded', detail: `The certificate ended at ${until} UTC; devices refuse it.` }
  if (expiresAt - now < TOLD_BEFORE_MS) return { status: 'degraded', detail: `The certificate ends at ${until} UTC.` }
  return { status: 'ready' }
}

async function read(path: string, setting: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new StartRefusal(`The file ${setting}=${path} cannot be read: ${textOf(cause)}.`, { cause })
  })
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
