import type { ClientBase } from 'pg'
import { HOUR_MS, WEEK_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Logger } from '#server/log.ts'
import { tidyFiles } from './file.store.ts'
import { weekOf } from './fileKind.ts'

/** Files expire within 90 days. */
const WEEKS_AHEAD = 14
const PARTITION = /^file_part_(\d{4})_(\d{2})_(\d{2})$/

type UpkeepDeps = { readonly database: Pick<Database, 'inSystem' | 'pool'>; readonly log: Logger; readonly now?: () => number }

/** Has the tables of the weeks to come made, and those of weeks that are over dropped, every hour. */
export function keepFiles(jobs: Pick<Jobs, 'every'>, deps: UpkeepDeps): void {
  jobs.every('FILE_UPKEEP', { next: (now) => now + HOUR_MS, isAtStart: true }, () => tidyFileWeeks(deps))
}

/** Makes and drops the tables of weeks, and forgets files that are long gone. A user who may make no tables is told so; all is in the default partition then. */
export async function tidyFileWeeks({ database, log, now = Date.now }: UpkeepDeps): Promise<void> {
  const client = await database.pool.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'file_part'::regclass`,
    )
    const present = new Set(rows.map(({ name }) => name))
    for (let week = 0; week <= WEEKS_AHEAD; week++) {
      const from = weekOf(new Date(now() + week * WEEK_MS))
      const name = `file_part_${from.replaceAll('-', '_')}`
      if (!present.has(name)) await asOwner(client, log, name, createText(name, from))
    }
    for (const name of present) {
      const [, ...date] = PARTITION.exec(name) ?? []
      if (date.length === 3 && Date.parse(date.join('-')) + WEEK_MS <= now()) await asOwner(client, log, name, `drop table ${name}`)
    }
  } finally {
    client.release()
  }
  const lost = await database.inSystem(tidyFiles)
  if (lost > 0) log.info({ lost }, 'files that were never finished were removed')
}

function createText(name: string, from: string): string {
  const to = new Date(Date.parse(from) + WEEK_MS).toISOString().slice(0, 10)
  return `create table ${name} partition of file_part for values from ('${from}') to ('${to}'); alter table ${name} alter column bytes set storage external`
}

/** Tables belong to the user that migrates. Who reads for long is not waited for: it is tried again in the next round. */
async function asOwner(client: ClientBase, log: Logger, name: string, text: string): Promise<void> {
  try {
    await client.query(`begin; set local role none; set local lock_timeout = '2s'; ${text}; commit`)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    log.warn({ partition: name, error: error instanceof Error ? error.message : 'unknown' }, 'a week of files could not be made or dropped')
  }
}
