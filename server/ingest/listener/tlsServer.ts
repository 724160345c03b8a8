import type { Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { Server } from 'node:tls'
import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import type { MqttTls } from '#server/config.ts'
import { readCertificate, stateOfCertificate } from './certificate.ts'

/** How soon a new certificate is used after its files were written. */
const LOOK_EVERY_MS = 10_000
const HANDSHAKE_LIMIT_MS = 10_000

/** A server for TLS connections, not yet listening, whose certificate is read again when its files change. */
export type TlsServer = {
  readonly server: Server
  state(): PartState
  /** Reads the files again; a certificate that is no good leaves the present one in use. */
  reload(): Promise<void>
  end(): void
}

export type TlsServerDeps = {
  readonly tls: Pick<MqttTls, 'certPath' | 'keyPath'>
  readonly log: Logger
  /** Whether a connection may begin its handshake; one that may not is ended by then. */
  readonly admit: (socket: Socket) => boolean
  /** Takes a connection after its handshake. */
  readonly take: (socket: Socket) => void
}

/** Returns the server; refuses files that hold no certificate with its key. */
export async function createTlsServer({ tls, log, admit, take }: TlsServerDeps): Promise<TlsServer> {
  let present = await readCertificate(tls)
  let isReadable = true
  const server = createServer(
    {
      cert: present.cert,
      key: present.key,
      minVersion: 'TLSv1.2',
      handshakeTimeout: HANDSHAKE_LIMIT_MS,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    },
    take,
  )
  // Before the handshake, which costs a millisecond of work.
  server.prependListener('connection', (socket: Socket) => void admit(socket))
  server.on('tlsClientError', (error) => log.debug({ error: error.message }, 'a handshake of a device failed'))
  const reload = async (): Promise<void> => {
    try {
      const read = await readCertificate(tls)
      isReadable = true
      if (read.cert === present.cert && read.key === present.key) return
      server.setSecureContext({ cert: read.cert, key: read.key, minVersion: 'TLSv1.2' })
      present = read
      log.info({ until: new Date(read.expiresAt).toISOString() }, 'devices are shown a new certificate')
    } catch (error) {
      // Two files are written one after the other, so the next look may find them whole.
      if (isReadable)
        log.warn({ error: error instanceof Error ? error.message : String(error) }, 'the certificate for devices stays the one of before')
      isReadable = false
    }
  }
  const timer = setInterval(() => void reload(), LOOK_EVERY_MS)
  timer.unref()
  return { server, state: () => stateOfCertificate(present, Date.now()), reload, end: () => clearInterval(timer) }
}
