import type { ClientBase } from 'pg'
import type { Logger } from '#server/log.ts'

const MONTHS_BACK = 2
const MONTHS_AHEAD = 3

/**
 * Makes the monthly partitions of the sample chunks around now, so that retention can drop a month at once. Samples of other months are in the
 * default partition. A database user that may not make tables is told so once; everything still works, in the default partition.
 */
export async function ensureChunkPartitions(client: ClientBase, now: number, log: Logger): Promise<void> {
  const present = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'sample_chunk'::regclass`,
  )
  const names = new Set(present.rows.map((row) => row.name))
  const date = new Date(now)
  for (let month = -MONTHS_BACK; month <= MONTHS_AHEAD; month++) {
    const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + month)
    const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + month + 1)
    const name = `sample_chunk_${new Date(start).toISOString().slice(0, 7).replace('-', '_')}`
    if (!names.has(name)) await createPartition(client, { name, start, end }, log)
  }
}

async function createPartition(
  client: ClientBase,
  { name, start, end }: { name: string; start: number; end: number },
  log: Logger,
): Promise<void> {
  try {
    await client.query('begin')
    // Tables belong to the user that migrates, not to the role of the running system.
    await client.query('set local role none')
    await client.query(
      `create table if not exists ${name} partition of sample_chunk for values from (${start}) to (${end}) with (fillfactor = 80)`,
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    log.warn(
      { partition: name, error: error instanceof Error ? error.message : 'unknown' },
      'a month of samples stays in the default partition',
    )
  }
}
