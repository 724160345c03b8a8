import { connect } from 'node:net'
import type { PartState } from '#server/partState.ts'

const ANSWER_LIMIT_MS = 1_000

/** Returns ready when something accepts connections on the port, else down with the reason. */
export async function checkPort(host: string, port: number): Promise<PartState> {
  const { promise, resolve } = Promise.withResolvers<PartState>()
  const socket = connect({ host, port })
  socket.setTimeout(ANSWER_LIMIT_MS)
  socket.once('connect', () => resolve({ status: 'ready', detail: `port ${port}` }))
  socket.once('error', (error) => resolve({ status: 'down', detail: error.message }))
  socket.once('timeout', () => resolve({ status: 'down', detail: `no answer within ${ANSWER_LIMIT_MS} ms` }))
  const state = await promise
  socket.destroy()
  return state
}

/** Returns the address on which this machine reaches a server that listens on the host: on all addresses means its own, too. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
