/** The MQTT listener alone: every message is acknowledged unread. Baseline for the cost of ingest. */
import { openDatabase } from '#server/db/database.ts'
import { DeviceRegistry } from '#server/ingest/listener/deviceRegistry.ts'
import { openMqttListener } from '#server/ingest/listener/mqtt.ts'
import { Receiver } from '#server/ingest/listener/receiver.ts'
import type { Draft, Transport } from '#server/ingest/listener/receiver.ts'
import { CommitQueue } from '#server/ingest/log/commitQueue.ts'
import { createLog } from '#server/log.ts'

const database = await openDatabase({ url: process.env['DATABASE_URL'] ?? '', poolSize: 2 })
const registry = new DeviceRegistry(database)
/** Nothing is decoded and nothing is kept: what remains is the listener. */
class UnreadReceiver extends Receiver {
  override add(draft: Draft): void {
    draft.messageCount++
  }
  override submit(_draft: Draft, _transport: Transport, settle: (error: Error | null) => void): void {
    settle(null)
  }
}
const receiver = new UnreadReceiver(new CommitQueue(), Date.now)
const listener = await openMqttListener({
  host: '127.0.0.1',
  port: 0,
  registry,
  receiver,
  log: createLog('error'),
  database,
  now: Date.now,
  serves: () => true,
})
process.stdout.write(`${JSON.stringify({ mqttPort: listener.port })}\n`)
process.once('SIGTERM', () => process.exit(0))
