import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports of the tests lie below the range from which the system takes those of outgoing connections. */
const FIRST_PORT = 20_600
const PORT_COUNT = 200

const given = new Set<number>()

/**
 * Returns free ports of 127.0.0.1 that no process of the tests was given: several files run at once, and their servers take a while to listen. A
 * process keeps its ports until it ends.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  const first = Math.floor(Math.random() * PORT_COUNT)
  for (let step = 0; step < PORT_COUNT && ports.length < count; step++) {
    const port = FIRST_PORT + ((first + step) % PORT_COUNT)
    if (given.has(port)) continue
    given.add(port)
    if ((await isClaimed(port)) && (await isFree(port))) ports.push(port)
  }
  if (ports.length < count) throw new Error(`no ${count} free ports from ${FIRST_PORT} to ${FIRST_PORT + PORT_COUNT - 1}`)
  return ports
}

/** Claims the port for as long as this process lives by listening on its twin, which the system gives to one process only; returns whether it could. */
async function isClaimed(port: number): Promise<boolean> {
  const twin = createServer().unref()
  return await listens(twin, port + PORT_COUNT)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isFree = await listens(server, port)
  server.close()
  return isFree
}

async function listens(server: ReturnType<typeof createServer>, port: number): Promise<boolean> {
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch {
    return false
  }
}
