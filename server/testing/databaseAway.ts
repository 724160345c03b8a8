import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { TestApi } from '#server/graphql/testing.ts'
import { testClusterUrl } from './testCluster.ts'

/** Has the database of the test take no connections while the work is done; those that there are end. */
export async function whileDatabaseIsAway({ database }: Pick<TestApi, 'database'>, work: () => Promise<void>): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  const name = rows[0]?.name ?? ''
  const owner = new Client({ connectionString: await testClusterUrl() })
  await owner.connect()
  try {
    await owner.query(`alter database "${name}" with allow_connections false`)
    await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await sleep(100)
    await work()
  } finally {
    await owner.query(`alter database "${name}" with allow_connections true`)
    await owner.end()
  }
}
