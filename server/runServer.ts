import { loadConfig } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import { createLog } from '#server/log.ts'
import type { Logger } from '#server/log.ts'
import { live } from '#server/processLife.ts'

/**
 * Runs the server of the environment's settings and the command line's role until a signal ends the process. The database begins while the code of the
 * other parts is loaded, which takes about as long.
 */
export async function runServer(): Promise<void> {
  let log: Logger | null = null
  await live(
    () => log,
    async (stopping) => {
      const config = loadConfig(undefined, process.argv.slice(2))
      log = createLog(config.logLevel)
      const postgres = config.databaseUrl === null ? startEmbeddedPostgres({ dataDir: config.dataDir, log, stopping }) : null
      // Whoever waits for it below hears of a failure.
      postgres?.catch(() => undefined)
      const { startServer } = await import('./startServer.ts')
      return startServer({ config, log, stopping, ...(postgres && { postgres }) })
    },
  )
}
