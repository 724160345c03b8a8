import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { OWNER } from '#server/db/postgresProcess.ts'
import { StartRefusal } from '#server/refusal.ts'

const DATABASE_NAME = 'trueline'

/** What the embedded PostgreSQL leaves in the data directory for its next start. */
const pointerFile = z.object({ password: z.string(), port: z.number().int().positive() })

/** Returns the address of the server's database: that of the settings, or of the embedded one in the data directory; refuses a directory without one. */
export async function serverDatabaseUrl(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl
  const pointer = await readFile(join(config.dataDir, 'postgres.json'), 'utf8').then(
    (text) => pointerFile.safeParse(JSON.parse(text)),
    () => null,
  )
  if (!pointer?.success) {
    throw new StartRefusal(
      `There is no database in ${config.dataDir} yet; start the server first (npm start), or set DATA_DIR or DATABASE_URL.`,
    )
  }
  return `postgresql://${OWNER}:${encodeURIComponent(pointer.data.password)}@127.0.0.1:${pointer.data.port}/${DATABASE_NAME}`
}
