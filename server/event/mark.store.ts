import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

/** Tables of marks: of each work center from when on facts changed, and when it is looked at. */
export type MarkTable = 'checklist_mark' | 'operational_task_mark'

/** A work center whose rows are to be worked out anew. */
export type Mark = { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId; readonly fromAt: number }

/** Marks the work centers: from the instants on facts may have changed. Those that are gone are left out. */
export async function insertMarks(tx: Transaction<DB>, table: MarkTable, marks: readonly Mark[], now: number): Promise<void> {
  if (marks.length === 0) return
  const given = marks.map((mark) => ({ company_id: mark.companyId, work_center_id: mark.workCenterId, from_at: mark.fromAt }))
  await sql`insert into ${sql.table(table)} as m (company_id, work_center_id, from_at, check_at)
    select g.company_id, g.work_center_id, min(g.from_at), ${now}::int8
    from json_to_recordset(${JSON.stringify(given)}::json) as g (company_id text, work_center_id integer, from_at bigint)
    join work_center w on w.company_id = g.company_id and w.id = g.work_center_id
    group by g.company_id, g.work_center_id order by g.company_id, g.work_center_id
    on conflict (company_id, work_center_id) do update set from_at = least(m.from_at, excluded.from_at),
      check_at = least(m.check_at, excluded.check_at)`.execute(tx)
}

/**
 * Returns the next mark whose time has come, held until the transaction ends: the oldest of the company whose turn is after the given one, so that a storm of
 * one company keeps no other waiting. null = there is none that nobody works on.
 */
export async function takeMark(tx: Transaction<DB>, table: MarkTable, now: number, after: CompanyId | null): Promise<Mark | null> {
  const turns = after === null ? [sql`true`] : [sql`company_id > ${after}`, sql`company_id <= ${after}`]
  for (const isInTurn of turns) {
    const { rows } = await sql<Mark>`
      select company_id as "companyId", work_center_id as "workCenterId", from_at as "fromAt" from ${sql.table(table)}
      where ${isInTurn} and check_at <= ${now}::int8 order by company_id, check_at limit 1 for update skip locked`.execute(tx)
    if (rows[0] !== undefined) return rows[0]
  }
  return null
}

/** Puts the mark off to the next instant at which the clock changes something; null = facts will mark it. */
export async function settleMark(tx: Transaction<DB>, table: MarkTable, mark: Mark, next: number | null): Promise<void> {
  if (next === null) await sql`delete from ${sql.table(table)} where ${isOf(mark)}`.execute(tx)
  else await sql`update ${sql.table(table)} set check_at = ${next}::int8, from_at = ${next}::int8 where ${isOf(mark)}`.execute(tx)
}

/** Puts a mark off that could not be worked on; its stretch stays. */
export async function postponeMark(tx: Transaction<DB>, table: MarkTable, mark: Mark, until: number): Promise<void> {
  await sql`update ${sql.table(table)} set check_at = ${until}::int8 where ${isOf(mark)}`.execute(tx)
}

function isOf({ companyId, workCenterId }: Mark) {
  return sql`company_id = ${companyId} and work_center_id = ${workCenterId}`
}
