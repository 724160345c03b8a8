import type { ClientBase } from 'pg'
import { ensureMonthPartitions } from '#server/db/monthPartitions.ts'
import type { Logger } from '#server/log.ts'

/** Makes the monthly partitions of the sample chunks around now. Samples of other months are in the default partition. */
export async function ensureChunkPartitions(client: ClientBase, now: number, log: Logger): Promise<void> {
  await ensureMonthPartitions(client, { table: 'sample_chunk', monthsBack: 2, monthsAhead: 3, options: 'with (fillfactor = 80)' }, now, log)
}
