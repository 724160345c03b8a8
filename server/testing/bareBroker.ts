/** The MQTT door without what is behind it: every message is acknowledged unread. What ingest costs is measured against it. */
import { openDatabase } from '#server/db/database.ts'
import { DeviceRegistry } from '#server/ingest/door/deviceRegistry.ts'
import { openMqttDoor } from '#server/ingest/door/mqtt.ts'
import { createLog } from '#server/log.ts'

const database = await openDatabase({ url: process.env['DATABASE_URL'] ?? '', poolSize: 2 })
const registry = new DeviceRegistry(database)
const receiver = {
  receive: ({ settle }: { settle: (error: Error | null, receipt: { accepted: number; refused: never[] }) => void }) =>
    settle(null, NOTHING),
}
const NOTHING = { accepted: 0, refused: [] }
const door = await openMqttDoor({ host: '127.0.0.1', port: 0, registry, receiver, log: createLog('error'), serves: () => true })
process.stdout.write(`${JSON.stringify({ mqttPort: door.port })}\n`)
process.once('SIGTERM', () => process.exit(0))
