import pg from 'pg'
import { serverDatabaseUrl } from '../../tools/serverDatabase.ts'
import type { World } from '../world.ts'

/** Changes what the product has stored, for what a story would have to wait for until it happens. */
export async function storedIn({ product }: World, change: (database: pg.Client) => Promise<unknown>): Promise<void> {
  const database = new pg.Client({
    connectionString: await serverDatabaseUrl({ databaseUrl: null, dataDir: product.settings['DATA_DIR'] ?? '' }),
  })
  await database.connect()
  try {
    await change(database)
  } finally {
    await database.end()
  }
}
