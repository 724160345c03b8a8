/** The MQTT broker alone: it acknowledges each message and forgets it. Less than this no product that is built on it can use. Prints its port. */
import { createServer } from 'node:net'
import { Aedes } from 'aedes'

const broker = await Aedes.createBroker()
const server = createServer({ noDelay: true }, (socket) => broker.handle(socket))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 })}\n`)
})
process.stdin.on('end', () => process.exit(0)).resume()
