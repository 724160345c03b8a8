import type { Server } from 'node:http'

/** Returns the port of this machine that the server listens on, chosen by the system. */
export async function listenFree(server: Server): Promise<number> {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
