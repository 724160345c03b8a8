/**
 * Ingest as a process of its own: device listeners and the pipeline to facts, without the API. The crash tests kill it and the benches load it.
 * `DATABASE_URL` names a migrated database; a line of JSON with the ports is written when devices can connect.
 */
import { fastify } from 'fastify'
import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { metrics } from '#server/http/metrics.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { startIngest } from './ingest.ts'

const config = loadConfig()
if (config.databaseUrl === null) throw new Error('DATABASE_URL is not set')
const log = createLog(config.logLevel)
const database = await openDatabase({ url: config.databaseUrl, poolSize: 4, log })
const ingest = await startIngest({ config, database, live: createLiveBus(), log })
const app = fastify()
await ingest.register(app)
app.get('/api/metrics', async (_request, reply) => reply.type('text/plain').send(metrics.text()))
app.get('/api/heap', async () => {
  globalThis.gc?.()
  return String(process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers)
})
app.get('/api/health', async () => ingest.state())
await app.listen({ host: config.host, port: config.port })
const address = app.server.address()
process.stdout.write(
  `${JSON.stringify({ mqttPort: ingest.mqttPort, httpPort: typeof address === 'object' ? address?.port : config.port })}\n`,
)

process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => ingest.close())
    .then(() => database.close())
    .then(() => process.exit(0))
})
