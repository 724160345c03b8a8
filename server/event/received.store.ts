import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/schema.ts'

/** Returns a number that grows with each batch of samples that is received, and with nothing else: what is worked off later was received before. */
export async function lastReceivedPosition(tx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ position: number }>`select coalesce(greatest((select max(position) from ingest_log),
    (select max(greatest(derived_position, stored_position)) from ingest_partition)), 0) as position`.execute(tx)
  return rows[0]?.position ?? 0
}
