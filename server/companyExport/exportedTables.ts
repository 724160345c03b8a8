import { sql } from 'kysely'
import type { Tenant } from '#server/db/database.ts'

/** A table of the database as a company takes it along. */
export type ExportedTable = {
  readonly name: string
  /** In the order of the table; secrets, bytes and the company's own id are not among them. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly isLarge: boolean
}

/** Tables that are no data of a company, and why. A table that is not named here is exported. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  changeover: 'worked out of the runs of orders',
  checklist_file_part: 'parts of files that are still being sent',
  checklist_mark: 'which checklists are about to be looked at',
  engine_checkpoint: 'what the calculation remembers',
  engine_state: 'what the calculation remembers',
  energy_progress: 'how far energy is worked out',
  energy_share: 'energy of hours by status and order, which stand by themselves',
  file_part: 'the contents of reports and exports',
  import_upload: 'workbooks that are being imported; they are gone once they are',
  loss_sum: 'sums of losses',
  loss_sum_kept: 'sums of losses',
  one_time_link: 'links of e-mails, which open accounts',
  photo: 'its pictures stand in photos/',
  quarantine: 'messages of devices that nobody understood',
  recalculation: 'what is about to be calculated anew',
  request_key: 'keys of requests that may be repeated',
  sample_chunk: 'packed readings; they are read as sensor values in the API',
  shift_sum: 'sums of shifts',
}

/** Where the bytes of an exported table stand in the archive, or why they do not. */
export const BYTES: Readonly<Record<string, string>> = {
  'attachment.bytes': 'attachments/',
  'checklist_file.bytes': 'checklists/',
  'invoice.bytes': 'invoices/',
  'file.sha256': 'fingerprints of reports and exports, which can be made again',
  'support_file.bytes': 'support/',
}

/** What may open something for somebody; a new column of such a name is left out until it is named below. */
const SECRET = /hash|secret|token|password|sealed|private|credential|(^|_)(key|auth|pin|p256dh)($|_)/
/** Columns that are called so and open nothing. */
const HARMLESS: ReadonlySet<string> = new Set(['checklist_submission.answers_hash', 'domain_event.fact_key', 'file.sha256'])

/** Returns whether the column may open something for whoever reads it. */
export function isSecret(table: string, column: string): boolean {
  return SECRET.test(column) && !HARMLESS.has(`${table}.${column}`)
}

/** Files of this size need the large format of archives. */
const LARGE_BYTES = 500_000_000

/** Returns the tables of which the company takes its rows along, by name. */
export async function listExportedTables({ tx }: Tenant): Promise<readonly ExportedTable[]> {
  const { rows } = await sql<{ name: string; column: string; type: string; isLarge: boolean }>`
    select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      pg_total_relation_size(c.oid) > ${LARGE_BYTES} as "isLarge"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where has_column_privilege(c.oid, a.attnum, 'select') and c.relnamespace = 'public'::regnamespace and c.relkind in ('p', 'r') and not c.relispartition
      and exists (select from pg_attribute own where own.attrelid = c.oid and own.attname = 'company_id' and not own.attisdropped)
    order by c.relname collate "C", a.attnum`.execute(tx)
  return [...Map.groupBy(rows, ({ name }) => name)].flatMap(([name, own]) => {
    if (Object.hasOwn(LEFT_OUT, name)) return []
    const columns = own.filter(({ column, type }) => column !== 'company_id' && type !== 'bytea' && !isSecret(name, column))
    return [{ name, columns: columns.map(({ column, type }) => ({ name: column, type })), isLarge: own.some(({ isLarge }) => isLarge) }]
  })
}
