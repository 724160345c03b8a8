/** A process with nothing of the server but its embedded PostgreSQL: a directory that the server refuses is refused here as well, and sooner. */
import { loadConfig } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import { createLog } from '#server/log.ts'
import { live } from '#server/processLife.ts'

const { dataDir, logLevel } = loadConfig()
const log = createLog(logLevel)
await live(
  () => log,
  (stopping) => startEmbeddedPostgres({ dataDir, log, stopping }),
)
