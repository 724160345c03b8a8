import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Ports of the tests lie below the range from which the system takes those of outgoing connections. */
const FIRST_PORT = 20_700
const PORT_COUNT = 100

/**
 * Returns free ports of 127.0.0.1 that no other process of the tests was given: several files run at once, and their servers take a while to listen.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  const first = Math.floor(Math.random() * PORT_COUNT)
  for (let step = 0; step < PORT_COUNT && ports.length < count; step++) {
    const port = FIRST_PORT + ((first + step) % PORT_COUNT)
    if ((await isClaimed(port)) && (await isFree(port))) ports.push(port)
  }
  if (ports.length < count) throw new Error(`no ${count} free ports from ${FIRST_PORT} to ${FIRST_PORT + PORT_COUNT - 1}`)
  return ports
}

/** Claims the port for this process by a file, which a process that ended leaves behind for the next one; returns whether it could. */
async function isClaimed(port: number): Promise<boolean> {
  const file = join(tmpdir(), `trueline-test-port-${port}`)
  const owner = Number(await readFile(file, 'utf8').catch(() => ''))
  if (owner > 0 && owner !== process.pid && isAlive(owner)) return false
  if (owner !== process.pid) await rm(file, { force: true })
  return await writeFile(file, String(process.pid), { flag: owner === process.pid ? 'w' : 'wx' }).then(
    () => true,
    () => false,
  )
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch {
    return false
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
