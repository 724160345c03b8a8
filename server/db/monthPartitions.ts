import type { ClientBase } from 'pg'
import type { Logger } from '#server/log.ts'

/** A table that is partitioned by months of a column of UTC ms, with a default partition for all others. */
export type MonthlyTable = {
  readonly table: string
  readonly monthsBack: number
  readonly monthsAhead: number
  /** What stands after the bounds, such as storage parameters. */
  readonly options?: string
}

/**
 * Makes the monthly partitions of the table around now, so that retention can drop a month at once. Rows of other months are in the default
 * partition. A database user that may not make tables gets a warning; everything still works, in the default partition.
 */
export async function ensureMonthPartitions(client: ClientBase, monthly: MonthlyTable, now: number, log: Logger): Promise<void> {
  const names = new Set(await listPartitions(client, monthly.table))
  const date = new Date(now)
  for (let month = -monthly.monthsBack; month <= monthly.monthsAhead; month++) {
    const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + month)
    const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + month + 1)
    const name = `${monthly.table}_${new Date(start).toISOString().slice(0, 7).replace('-', '_')}`
    if (!names.has(name)) await createPartition(client, monthly, { name, start, end }, log)
  }
}

/** Drops the partitions of months that ended at or before the horizon; one that somebody reads for long is dropped in a later round. */
export async function dropMonthPartitions(client: ClientBase, table: string, horizon: number, log: Logger): Promise<void> {
  for (const name of await listPartitions(client, table)) {
    if (endOf(name, table) <= horizon) await dropTable(client, name, log)
  }
}

async function listPartitions(client: ClientBase, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass`,
    [table],
  )
  return rows.map((row) => row.name)
}

async function createPartition(
  client: ClientBase,
  { table, options = '' }: MonthlyTable,
  { name, start, end }: { readonly name: string; readonly start: number; readonly end: number },
  log: Logger,
): Promise<void> {
  try {
    await client.query('begin')
    // Tables belong to the user that migrates, not to the role of the running system.
    await client.query('set local role none')
    await client.query(`create table if not exists ${name} partition of ${table} for values from (${start}) to (${end}) ${options}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    log.warn({ partition: name, error: error instanceof Error ? error.message : 'unknown' }, 'a month stays in the default partition')
  }
}

/** The end of a month's table; others have none. */
function endOf(name: string, table: string): number {
  const [, year, month] = /^_(\d{4})_(\d{2})$/.exec(name.slice(table.length)) ?? []
  return year === undefined ? Infinity : Date.UTC(Number(year), Number(month))
}

async function dropTable(client: ClientBase, name: string, log: Logger): Promise<void> {
  try {
    await client.query('begin')
    await client.query('set local role none')
    await client.query(`set local lock_timeout = '2s'`)
    await client.query(`drop table ${name}`)
    await client.query('commit')
    log.info({ partition: name }, 'a month beyond the retention was deleted')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    log.info({ partition: name, error: error instanceof Error ? error.message : 'unknown' }, 'an old month is deleted later')
  }
}
