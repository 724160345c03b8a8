import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import type pg from 'pg'
import pgBossPackage from 'pg-boss/package.json' with { type: 'json' }
import { StartRefusal } from '#server/refusal.ts'
import { DEAD_QUEUE, HEARTBEAT_SECONDS, queueNames } from './jobKinds.ts'

/** The schema of the database that pg-boss owns. */
export const QUEUE_SCHEMA = 'pgboss'

const LOCK = 7_202_512

/** Requests only add jobs: they neither read nor change what others added, except the id that an insert returns. */
const GRANTS = `
grant usage on schema ${QUEUE_SCHEMA} to trueline_app, trueline_system;
grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to trueline_system;
grant execute on all functions in schema ${QUEUE_SCHEMA} to trueline_app, trueline_system;
grant insert, select (id) on ${QUEUE_SCHEMA}.job to trueline_app;`

/**
 * Installs or updates the tables of pg-boss with the rights of the running system, and adds the queues that are missing. The connection belongs to the
 * user that migrates. Refuses a schema that a newer version of pg-boss made.
 */
export async function installQueues(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK])
  const known = pgBossPackage.pgboss.schema
  const stored = await storedVersion(client)
  if (stored !== null && stored > known) {
    throw new StartRefusal(
      `The database was migrated by a newer version of Trueline (its job queue has version ${stored}, this one knows ${known}); start that version or restore a backup made before it.`,
    )
  }
  if (stored === null) await client.query(getConstructionPlans(QUEUE_SCHEMA))
  else if (stored < known) await client.query(getMigrationPlans(QUEUE_SCHEMA, stored))
  if (stored !== known) await client.query(GRANTS)
  for (const name of [DEAD_QUEUE, ...queueNames()]) {
    const options =
      name === DEAD_QUEUE ? { policy: 'standard' } : { policy: 'exclusive', notify: true, heartbeatSeconds: HEARTBEAT_SECONDS }
    await client.query(`select ${QUEUE_SCHEMA}.create_queue($1, $2::jsonb)`, [name, JSON.stringify(options)])
    await client.query(`insert into job_turn (queue) values ($1) on conflict do nothing`, [name])
  }
  await client.query('select pg_advisory_unlock($1)', [LOCK])
}

async function storedVersion(client: pg.Client): Promise<number | null> {
  const table = await client.query<{ present: boolean }>(`select to_regclass('${QUEUE_SCHEMA}.version') is not null as present`)
  if (table.rows[0]?.present !== true) return null
  const { rows } = await client.query<{ version: number }>(`select version from ${QUEUE_SCHEMA}.version`)
  return rows[0]?.version ?? null
}
