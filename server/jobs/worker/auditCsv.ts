import { csvText } from '#engine/table/csvText.ts'
import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import type { TaskContext } from './messages.ts'

/** The company's log as CSV, newest first. */
export type AuditCsvTask = {
  readonly name: 'AUDIT_CSV'
  readonly companyId: string
  readonly filter: AuditCsvFilter
}

/** What of the log; null = all. Instants in UTC ms, the end not included. */
export type AuditCsvFilter = {
  readonly userId: string | null
  readonly action: string | null
  readonly start: number | null
  readonly end: number | null
}

type Row = {
  readonly at: Date
  readonly user_id: UserId | null
  readonly action: string
  readonly subject: string
  readonly details: string
}

/** Rows that are in memory at a time. */
const ROWS_AT_ONCE = 500
const HEADER = ['at', 'user', 'action', 'subject', 'details']

/** Writes the log line by line, read by a cursor. */
export async function writeAuditCsv(database: Database, { companyId, filter }: AuditCsvTask, context: TaskContext): Promise<void> {
  const { userId, action, start, end } = filter
  const emails = new Map<string, string>()
  await context.emit(encode(`\uFEFF${csvLine(HEADER)}`))
  await database.inTenant(asId<CompanyId>(companyId), async ({ tx }) => {
    const matching = sql`from audit_log where company_id = ${companyId} and (${userId}::uuid is null or user_id = ${userId}::uuid)
      and (${action}::text is null or action = ${action}) and (${start}::bigint is null or at >= to_timestamp(${start}::bigint / 1000.0))
      and (${end}::bigint is null or at < to_timestamp(${end}::bigint / 1000.0))`
    const total = (await sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(tx)).rows[0]?.count ?? 0
    await sql`declare log no scroll cursor for
      select at, user_id, action, subject, details::text as details ${matching} order by at desc, id desc`.execute(tx)
    for (let done = 0; ;) {
      context.check()
      const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from log`.execute(tx)
      if (rows.length === 0) return
      await learnEmails(database, rows, emails)
      const line = (row: Row): string =>
        csvLine([row.at.toISOString(), emails.get(row.user_id ?? '') ?? '', row.action, row.subject, row.details])
      await context.emit(encode(rows.map(line).join('')))
      done += rows.length
      context.progress((100 * done) / Math.max(total, done))
    }
  })
}

/** People are the system's: a company sees those of its log. */
async function learnEmails(database: Database, rows: readonly Row[], emails: Map<string, string>): Promise<void> {
  const unknown = [...new Set(rows.flatMap(({ user_id }) => (user_id === null || emails.has(user_id) ? [] : [user_id])))]
  if (unknown.length === 0) return
  const found = await database.inSystem((tx) => tx.selectFrom('app_user').select(['id', 'email']).where('id', 'in', unknown).execute())
  for (const { id, email } of found) emails.set(id, email)
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** Returns the cells as a line of CSV (RFC 4180); no text of it is a formula to a spreadsheet. */
function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvText).join(',')}\r\n`
}
