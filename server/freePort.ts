import { createServer } from 'node:net'

/** Below the range from which systems take ports for outgoing connections. */
const PORTS = { from: 21_000, to: 32_000 } as const
const ATTEMPTS = 200

/** Returns the preferred port of this machine (0 = none), if it is free, or another free one below 32768. */
export async function choosePort(preferred: number): Promise<number> {
  for (let candidate = preferred, attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (candidate !== 0 && (await isFree(candidate))) return candidate
    candidate = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from))
  }
  throw new Error(`no free port from ${PORTS.from} to ${PORTS.to}`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)))
  })
}
