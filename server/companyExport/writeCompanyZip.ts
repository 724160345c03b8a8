import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { BYTES, LEFT_OUT, listExportedTables } from './exportedTables.ts'
import type { ExportedTable } from './exportedTables.ts'
import { csvLine } from './tableLines.ts'

/** All data of a company as an archive, made in the thread for heavy work. */
export type CompanyZipTask = { readonly name: 'COMPANY_ZIP'; readonly companyId: string; readonly now: number }

type Out = {
  emit(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  progress(percent: number): void
  check(): void
}

const ROW = z.record(z.string(), z.unknown())
/** Rows that are in memory at a time. */
const ROWS_AT_ONCE = 500

/**
 * Writes the archive piece by piece from one snapshot of the database: each table as JSON lines and as CSV, people of the company, pictures,
 * attachments, files of checklists and invoices, and what all of it is. Nothing in it opens an account or a door.
 */
export async function writeCompanyZip(database: Database, { companyId, now }: CompanyZipTask, out: Out): Promise<void> {
  await database.inSnapshot(asId<CompanyId>(companyId), async (tenant) => {
    const tables = await listExportedTables(tenant)
    const people = await readPeople(database, companyId)
    const files = [
      ...(await listFilesOf(tenant, 'attachment', 'attachments')),
      ...(await listFilesOf(tenant, 'checklist_file', 'checklists')),
      ...(await listFilesOf(tenant, 'support_file', 'support')),
      ...(await listFilesOf(tenant, 'invoice', 'invoices')),
      ...(await listPhotos(database, companyId)),
    ]
    const zip = new ZipFile()
    zip.on('error', (error: Error) => zip.outputStream.emit('error', error))
    const at = { mtime: new Date(now) }
    const rows: Record<string, number> = {}
    let done = 0
    const add = (name: string, pieces: () => AsyncIterable<string | Uint8Array>, isLarge = false): void =>
      zip.addReadStreamLazy(name, { ...at, forceZip64Format: isLarge }, (take) =>
        take(null, Readable.from(pieces(), { objectMode: false })),
      )
    for (const table of tables) {
      const from = sql`from ${sql.id(table.name)} where company_id = ${companyId}`
      const tell = (count: number): void => {
        rows[table.name] = count
        out.progress((95 * ++done) / tables.length)
      }
      add(`json/${table.name}.jsonl`, () => jsonLines(rowsOf(tenant, table, from, out)), table.isLarge)
      add(`csv/${table.name}.csv`, () => csvLines(table, rowsOf(tenant, table, from, out), tell), table.isLarge)
    }
    add('json/people.jsonl', () => jsonLines(once(people)))
    add('csv/people.csv', () => csvLines(PEOPLE, once(people), (count) => (rows['people'] = count)))
    for (const { name, bytes } of files) add(name, () => once(bytes()))
    // The last one, when all rows are counted.
    add('about.json', () => once(Promise.resolve(aboutText(tables, rows, { companyId, now }))))
    zip.end()
    for await (const chunk of zip.outputStream) await out.emit(new Uint8Array(Buffer.from(chunk)))
  })
  out.progress(100)
}

async function* once<T>(value: Promise<T> | T): AsyncGenerator<T> {
  yield await value
}

/** Rows as the database writes them in JSON, some at a time. */
async function* rowsOf(
  { tx }: Tenant,
  { name, columns }: ExportedTable,
  from: RawBuilder<unknown>,
  out: Out,
): AsyncGenerator<readonly string[]> {
  const cursor = sql.id(`export_${name}`)
  await sql`declare ${cursor} no scroll cursor for select row_to_json(one)::text as line
    from (select ${sql.join(columns.map((column) => sql.id(column.name)))} ${from}) one`.execute(tx)
  for (;;) {
    out.check()
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from ${cursor}`.execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close ${cursor}`.execute(tx)
}

async function* jsonLines(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const lines of rows) yield lines.map((line) => `${line}\n`).join('')
}

async function* csvLines(
  { columns }: Pick<ExportedTable, 'columns'>,
  rows: AsyncIterable<readonly string[]>,
  tell: (count: number) => void,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns.map(({ name }) => name))}`
  let count = 0
  for await (const lines of rows) {
    count += lines.length
    yield lines.map((line) => csvLine(valuesOf(line, columns))).join('')
  }
  tell(count)
}

function valuesOf(line: string, columns: ExportedTable['columns']): readonly unknown[] {
  const row = ROW.parse(JSON.parse(line))
  return columns.map(({ name }) => row[name])
}

/** What a company knows of its people; how they prove themselves is theirs. */
const PEOPLE = {
  columns: ['id', 'email', 'login', 'first_name', 'last_name', 'phone', 'language', 'time_zone', 'created_on'].map((name) => ({
    name,
    type: 'text',
  })),
}

/** People are the system's: a company takes along those that belong to it. */
async function readPeople(database: Database, companyId: string): Promise<readonly string[]> {
  const columns = sql.join(PEOPLE.columns.map(({ name }) => sql.ref(`u.${name}`)))
  const { rows } = await database.inSystem((tx) =>
    sql<{ line: string }>`select row_to_json(one)::text as line from (select ${columns} from app_user u
      where u.id in (select user_id from membership where company_id = ${companyId}) order by u.created_on, u.id) one`.execute(tx),
  )
  return rows.map(({ line }) => line)
}

type FileOfCompany = { readonly name: string; readonly bytes: () => Promise<Uint8Array> }

/** Files beside orders, answers and questions to the provider, and invoices, whose bytes stand in their row. */
async function listFilesOf(
  { tx, companyId }: Tenant,
  table: 'attachment' | 'checklist_file' | 'invoice' | 'support_file',
  folder: string,
): Promise<readonly FileOfCompany[]> {
  const { rows } = await sql<{ id: string; name: string }>`select id::text as id,
    ${folder} || '/' || id::text || '-' || regexp_replace(name, '[^[:alnum:]._ -]', '_', 'g') as name from ${sql.id(table)} where company_id = ${companyId}`.execute(
    tx,
  )
  return rows.map(({ id, name }) => ({
    name,
    bytes: async () => {
      const found = await sql<{
        bytes: Buffer
      }>`select bytes from ${sql.id(table)} where company_id = ${companyId} and id::text = ${id}`.execute(tx)
      return found.rows[0]?.bytes ?? new Uint8Array()
    },
  }))
}

/** Pictures are the system's, since everybody has one; a company takes along its own and those of its machines. */
async function listPhotos(database: Database, companyId: string): Promise<readonly FileOfCompany[]> {
  const { rows } = await database.inSystem((tx) =>
    sql<{ id: string }>`select id::text as id from photo where company_id = ${companyId}`.execute(tx),
  )
  return rows.map(({ id }) => ({
    name: `photos/${id}.webp`,
    bytes: async () => {
      const found = await database.inSystem((tx) =>
        sql<{ bytes: Buffer }>`select bytes from photo where company_id = ${companyId} and id = ${id}::uuid`.execute(tx),
      )
      return found.rows[0]?.bytes ?? new Uint8Array()
    },
  }))
}

function aboutText(
  tables: readonly ExportedTable[],
  rows: Readonly<Record<string, number>>,
  { companyId, now }: { readonly companyId: string; readonly now: number },
): string {
  const about = {
    company: companyId,
    madeOn: new Date(now).toISOString(),
    notes: [
      'Each table stands twice: as JSON lines in json/ and as CSV (UTF-8, commas, dots in numbers) in csv/. All are of one instant.',
      'Columns that end in _at are milliseconds since 1970-01-01 UTC, those that end in _ms are lengths in milliseconds, those that end in _on are times with their offset.',
      'A text of the CSV that a spreadsheet could compute begins with an apostrophe; the JSON has it as it is.',
      'Passwords, keys, tokens and their fingerprints are left out. Readings of sensors are read in the API, operation sensorValues.',
    ],
    tables: tables.map(({ name, columns }) => ({ name, rows: rows[name] ?? 0, columns })),
    people: rows['people'] ?? 0,
    leftOut: LEFT_OUT,
    bytes: BYTES,
  }
  return JSON.stringify(about, null, 2)
}
