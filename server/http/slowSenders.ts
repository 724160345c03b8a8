import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { metrics } from '#server/http/metrics.ts'
import { addressKey } from '#server/identity/attemptLimiter.ts'

/** How many connections of one address may take longer than so many milliseconds to send a request. */
export type SlowSenderLimits = { readonly most: number; readonly slowAfterMs: number }

const LIMITS: SlowSenderLimits = { most: 100, slowAfterMs: 10_000 }
const LOOK_EVERY_MS = 1_000

const closed = metrics.counter(
  'trueline_http_slow_connections_closed_total',
  'Connections closed because their address has too many that send slowly.',
)

/** Closes the oldest connections of an address that has too many on which no whole request has arrived for long. */
export function limitSlowSenders(app: FastifyInstance, { most, slowAfterMs }: SlowSenderLimits = LIMITS): void {
  /** Of each connection without a whole request, since when; the oldest first. */
  const since = new Map<Socket, number>()
  app.server.on('connection', (socket) => {
    since.set(socket, performance.now())
    socket.once('close', () => since.delete(socket))
  })
  app.server.on('request', (request) => {
    const { headers, socket } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (hasBody) request.once('end', () => since.delete(socket))
    else since.delete(socket)
  })
  app.server.on('upgrade', (request) => since.delete(request.socket))
  const look = setInterval(
    () => {
      const limit = performance.now() - slowAfterMs
      const slow = [...since].filter(([, at]) => at <= limit).map(([socket]) => socket)
      if (slow.length <= most) return
      for (const [, own] of Map.groupBy(slow, (socket) => addressKey(socket.remoteAddress ?? ''))) {
        for (const socket of own.slice(0, Math.max(0, own.length - most))) {
          socket.destroy()
          closed.increment()
        }
      }
    },
    Math.min(LOOK_EVERY_MS, slowAfterMs),
  )
  look.unref()
  app.addHook('onClose', async () => clearInterval(look))
}
