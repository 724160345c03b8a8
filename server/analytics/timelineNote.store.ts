import { sql } from 'kysely'
import type { TimelineNoteForm } from '#engine/analytics/timelineNote.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** What a note is about: a work center, a group of them, or all of the company where both are null; and a reason, where it is about one. */
export type NoteScope = {
  readonly workCenterId: WorkCenterId | null
  readonly groupId: number | null
  readonly reasonId: number | null
}

/** A note on the time axis, with the shift date of its start and its end. */
export type TimelineNote = TimelineNoteForm &
  NoteScope & { readonly id: string; readonly dateFrom: string; readonly dateTo: string; readonly createdBy: UserId }

/** Which work centers a note has to be about, null = any. */
export type NotePlaces = {
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly groupIds: readonly number[] | null
}

/** So many notes are listed at most, and one more. */
export const MAX_TIMELINE_NOTES = 500

const COLUMNS = sql`n.id, n.text, n.start_at as start, n.end_at as end, n.work_center_id as "workCenterId", n.group_id as "groupId",
  n.reason_id as "reasonId", n.created_by as "createdBy"`

/** The shift in which it is at the note's work center; where there is none, the date of the company's clock. */
const dateOf = (at: string) =>
  sql.raw(`coalesce((select s.shift_date from shift s where s.company_id = n.company_id and s.work_center_id = n.work_center_id
    and s.start_at <= ${at} and s.start_at > ${at} - ${2 * DAY_MS} and s.end_at > ${at} order by s.start_at desc limit 1),
    (to_timestamp(${at} / 1000) at time zone c.time_zone)::date)::text`)

const DATED = sql`select ${COLUMNS}, ${dateOf('n.start_at')} as "dateFrom", ${dateOf('coalesce(n.end_at - 1, n.start_at)')} as "dateTo"
  from timeline_note n join company c on c.id = n.company_id`

/** Returns the notes whose shift dates are among the dates and which are about any of the places, the earliest first. */
export async function listTimelineNotes(
  tenant: Tenant,
  { workCenterIds, groupIds }: NotePlaces,
  { from, to }: DateRange,
): Promise<readonly TimelineNote[]> {
  const { rows } = await sql<TimelineNote>`select * from (${DATED}
      where n.company_id = ${tenant.companyId} and n.start_at < ${Date.parse(to) + 2 * DAY_MS}::int8
        and coalesce(n.end_at, n.start_at) >= ${Date.parse(from) - 2 * DAY_MS}::int8
        and (num_nonnulls(n.work_center_id, n.group_id) = 0 or exists (select from work_center w where w.company_id = n.company_id
          and (w.id = n.work_center_id or w.group_id = n.group_id)
          and (${workCenterIds}::int[] is null or w.id = any(${workCenterIds}::int[]))
          and (${groupIds}::int[] is null or w.group_id = any(${groupIds}::int[]))))) note
    where note."dateFrom" < ${to} and note."dateTo" >= ${from}
    order by note.start, note.id limit ${MAX_TIMELINE_NOTES + 1}`.execute(tenant.tx)
  return rows
}

/** Returns the note, null where the company has none of the id. */
export async function findTimelineNote(tenant: Tenant, id: string): Promise<TimelineNote | null> {
  const { rows } = await sql<TimelineNote>`${DATED} where n.company_id = ${tenant.companyId} and n.id = ${id}`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Stores the note and returns it. */
export async function insertTimelineNote(
  tenant: Tenant,
  note: TimelineNoteForm & NoteScope & { readonly createdBy: UserId; readonly createdOn: Date },
): Promise<TimelineNote> {
  const { id } = await tenant.tx
    .insertInto('timeline_note')
    .values({
      company_id: tenant.companyId,
      start_at: note.start,
      end_at: note.end,
      text: note.text,
      work_center_id: note.workCenterId,
      group_id: note.groupId,
      reason_id: note.reasonId,
      created_by: note.createdBy,
      created_on: note.createdOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored = await findTimelineNote(tenant, id)
  if (stored === null) throw new Error('a note that was stored is not there')
  return stored
}

/** Stores what the note says and is about now, its author and time as they were; returns it, null where the company has none of the id. */
export async function changeTimelineNote(tenant: Tenant, id: string, note: TimelineNoteForm & NoteScope): Promise<TimelineNote | null> {
  await tenant.tx
    .updateTable('timeline_note')
    .set({
      start_at: note.start,
      end_at: note.end,
      text: note.text,
      work_center_id: note.workCenterId,
      group_id: note.groupId,
      reason_id: note.reasonId,
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
  return findTimelineNote(tenant, id)
}

/** Removes the note; returns whether there was one. */
export async function deleteTimelineNote(tenant: Tenant, id: string): Promise<boolean> {
  const row = await tenant.tx
    .deleteFrom('timeline_note')
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
