import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompanyId, SensorId } from '#engine/ids.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import type { EmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { createLog } from '#server/log.ts'
import { readSamples } from '#server/sensor/sensor.store.ts'

/** A migrated database on a PostgreSQL of its own that writes to the disk as in production: for crash tests and for benches. */
export type DurableDatabase = { readonly postgres: EmbeddedPostgres; readonly database: Database; drop(): Promise<void> }

/** Returns a new durable database in a directory that `drop` removes; with few connections, unless it is asked by as many as in production. */
export async function createDurableDatabase({ poolSize = 3 }: { readonly poolSize?: number } = {}): Promise<DurableDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'ingest-durable-'))
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log: createLog('silent') })
  await migrate(postgres.url)
  const database = await openDatabase({ url: postgres.url, poolSize })
  return {
    postgres,
    database,
    drop: async () => {
      await database.close()
      await postgres.close()
      await rm(postgres.home, { recursive: true, force: true })
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Returns how many readings the sensor has in the day that starts at the instant, read the way the API reads them. */
export async function countSensorDay(database: Database, companyId: CompanyId, sensorId: SensorId, start: number): Promise<number> {
  const found = await database.inTenant(companyId, (tenant) => readSamples(tenant, [sensorId], { start, end: start + 86_400_000 }))
  return found.get(sensorId)?.instants.length ?? 0
}
