import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

/** A work center whose episodes are to be worked out anew. */
export type Mark = {
  readonly companyId: CompanyId
  readonly workCenterId: WorkCenterId
  readonly fromAt: number
  /** Whether what stands in the tables is read, too (domain.md AL-21). */
  readonly hasNotices: boolean
}

type NewMark = Omit<Mark, 'hasNotices'> & {
  readonly hasNotices?: boolean
  /** Whether it is marked also without rules. */
  readonly isAlways: boolean
}

/** Marks work centers that have rules, or whose silence is watched without one; facts changed from the instants on. */
export async function markWorkCenters(tx: Transaction<DB>, marks: readonly NewMark[], checkAt: number): Promise<void> {
  if (marks.length === 0) return
  const given = JSON.stringify(
    marks.map((mark) => ({
      company_id: mark.companyId,
      work_center_id: mark.workCenterId,
      from_at: mark.fromAt,
      is_always: mark.isAlways,
      has_notices: mark.hasNotices ?? false,
    })),
  )
  await sql`insert into notification_mark as m (company_id, work_center_id, from_at, check_at, has_notices)
    select g.company_id, g.work_center_id, min(g.from_at), ${checkAt}::int8, bool_or(g.has_notices)
    from json_to_recordset(${given}::json) as g (company_id text, work_center_id integer, from_at bigint, is_always boolean, has_notices boolean)
    join work_center w on w.company_id = g.company_id and w.id = g.work_center_id
    where g.is_always or exists (select from notification_config c where c.company_id = g.company_id and c.work_center_id = g.work_center_id)
    group by g.company_id, g.work_center_id order by g.company_id, g.work_center_id
    on conflict (company_id, work_center_id) do update set from_at = least(m.from_at, excluded.from_at), check_at = least(m.check_at, excluded.check_at),
      has_notices = m.has_notices or excluded.has_notices`.execute(tx)
}

/**
 * Returns the next marks whose time has come, held until the transaction ends: the oldest of the company whose turn is after the given one, so that a storm of
 * one company keeps no other waiting. None = there is none that nobody works on.
 */
export async function takeMarks(
  tx: Transaction<DB>,
  now: number,
  { after, mostOf }: { readonly after: CompanyId | null; readonly mostOf: (companyId: CompanyId) => number },
): Promise<readonly Mark[]> {
  const first = await takeMark(tx, now, after)
  if (first === null) return []
  const { companyId, workCenterId } = first
  const most = mostOf(companyId)
  if (most <= 1) return [first]
  const { rows } =
    await sql<Mark>`select company_id as "companyId", work_center_id as "workCenterId", from_at as "fromAt", has_notices as "hasNotices" from notification_mark
    where company_id = ${companyId} and work_center_id <> ${workCenterId} and check_at <= ${now}::int8
    order by check_at limit ${most - 1} for update skip locked`.execute(tx)
  return [first, ...rows]
}

async function takeMark(tx: Transaction<DB>, now: number, after: CompanyId | null): Promise<Mark | null> {
  const turns = after === null ? [sql`true`] : [sql`company_id > ${after}`, sql`company_id <= ${after}`]
  for (const isInTurn of turns) {
    const { rows } =
      await sql<Mark>`select company_id as "companyId", work_center_id as "workCenterId", from_at as "fromAt", has_notices as "hasNotices" from notification_mark
      where ${isInTurn} and check_at <= ${now}::int8 order by company_id, check_at limit 1 for update skip locked`.execute(tx)
    if (rows[0] !== undefined) return rows[0]
  }
  return null
}

/** Puts the marks off to the next instants at which the clock changes something; null = facts will mark it. */
export async function settleMarks(
  tenant: Tenant,
  marks: readonly { readonly workCenterId: WorkCenterId; readonly next: number | null }[],
): Promise<void> {
  const over = marks.flatMap(({ workCenterId, next }) => (next === null ? workCenterId : []))
  const later = marks.flatMap(({ workCenterId, next }) => (next === null ? [] : { workCenterId, next }))
  if (over.length > 0)
    await sql`delete from notification_mark where company_id = ${tenant.companyId} and work_center_id = any(${over}::int[])`.execute(
      tenant.tx,
    )
  if (later.length > 0)
    await sql`update notification_mark m set check_at = g.next, from_at = g.next, has_notices = false
      from unnest(${later.map(({ workCenterId }) => workCenterId)}::int[], ${later.map(({ next }) => next)}::int8[]) as g (id, next)
      where m.company_id = ${tenant.companyId} and m.work_center_id = g.id`.execute(tenant.tx)
}

/** Puts a mark off that could not be worked on; its stretch stays. */
export async function postponeMark(tx: Transaction<DB>, { companyId, workCenterId }: Mark, until: number): Promise<void> {
  await tx
    .updateTable('notification_mark')
    .set({ check_at: until })
    .where('company_id', '=', companyId)
    .where('work_center_id', '=', workCenterId)
    .execute()
}
