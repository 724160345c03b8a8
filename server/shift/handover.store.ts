import { sql } from 'kysely'
import type { LossSource } from '#engine/facts.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { NoteOwner, ShiftNoteKind } from '#engine/shift/handover.ts'
import type { Tenant } from '#server/db/database.ts'
import type { Sayer } from '#server/user/acting.ts'
import type { ShiftKey } from './shiftCounts.store.ts'

/** Names a shift as people do: its date, its number, and when it starts. */
export type NamedShift = { readonly shiftId: number; readonly shiftDate: string; readonly start: number; readonly name: string }

/** By which shift an open item is due, and when that shift ends. */
export type DueShift = { readonly shiftId: number; readonly shiftDate: string; readonly name: string; readonly end: number }

/** A note of a shift as it is stored. */
export type ShiftNote = {
  readonly id: number
  readonly workCenterIds: readonly WorkCenterId[]
  readonly kind: ShiftNoteKind
  readonly text: string
  readonly shift: NamedShift
  /** The loss it is about, by where and when. */
  readonly loss: { readonly source: LossSource; readonly start: number } | null
  readonly owner: NoteOwner | null
  readonly ownerId: UserId | null
  readonly team: string | null
  readonly due: DueShift | null
  readonly createdBy: UserId
  /** The account of the station where it was written; null = that of the person. */
  readonly viaStation: UserId | null
  readonly createdOn: Date
  /** When the server took it. */
  readonly receivedOn: Date
  readonly correctedOn: Date | null
  readonly closedBy: UserId | null
  readonly closedViaStation: UserId | null
  readonly closedOn: Date | null
  readonly version: number
}

export type NewNote = Omit<ShiftNote, 'closedBy' | 'closedOn' | 'closedViaStation' | 'correctedOn' | 'id' | 'version'>

/** Who of a shift was the first to read what the one before left. */
export type HandoverSeen = {
  readonly workCenterId: WorkCenterId
  readonly start: number
  readonly seenBy: UserId
  readonly viaStation: UserId | null
  readonly seenOn: Date
}

const COLUMNS = sql`id, work_center_ids as "workCenterIds", kind, text, version,
  jsonb_build_object('shiftId', shift_id, 'shiftDate', shift_date, 'start', shift_start_at, 'name', shift_name) as shift,
  case when loss_source is not null then jsonb_build_object('source', loss_source, 'start', loss_start_at) end as loss,
  owner, owner_id as "ownerId", team,
  case when due_end_at is not null then
    jsonb_build_object('shiftId', due_shift_id, 'shiftDate', due_shift_date, 'name', due_shift_name, 'end', due_end_at) end as due,
  created_by as "createdBy", via_station as "viaStation", closed_via_station as "closedViaStation", created_on as "createdOn", received_on as "receivedOn", corrected_on as "correctedOn", closed_by as "closedBy", closed_on as "closedOn"`

/** Stores the note and returns it. */
export async function insertNote(tenant: Tenant, note: NewNote): Promise<ShiftNote> {
  const { shift, due, loss } = note
  const { rows } =
    await sql<ShiftNote>`insert into shift_note (company_id, work_center_ids, kind, text, shift_id, shift_date, shift_start_at, shift_name,
      loss_source, loss_start_at, owner, owner_id, team, due_shift_id, due_shift_date, due_shift_name, due_end_at, created_by, via_station, created_on, received_on)
    values (${tenant.companyId}, ${note.workCenterIds}, ${note.kind}, ${note.text}, ${shift.shiftId}, ${shift.shiftDate}::date, ${shift.start}::int8, ${shift.name},
      ${loss?.source ?? null}, ${loss?.start ?? null}::int8, ${note.owner}, ${note.ownerId}, ${note.team}, ${due?.shiftId ?? null}::int2,
      ${due?.shiftDate ?? null}::date, ${due?.name ?? null}, ${due?.end ?? null}::int8, ${note.createdBy}, ${note.viaStation}, ${note.createdOn}, ${note.receivedOn})
    returning ${COLUMNS}`.execute(tenant.tx)
  const [stored] = rows
  if (stored === undefined) throw new Error('a note that was stored was not returned')
  return stored
}

/** Returns the note, locked until the transaction ends; null when the company has none of the id. */
export async function lockNote(tenant: Tenant, id: number): Promise<ShiftNote | null> {
  const { rows } = await sql<ShiftNote>`select ${COLUMNS} from shift_note
    where company_id = ${tenant.companyId} and id = ${id}::int8 for no key update`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Writes another text into the note and returns it. */
export async function correctNote(tenant: Tenant, id: number, said: { readonly text: string; readonly at: Date }): Promise<ShiftNote> {
  return changed(
    await sql<ShiftNote>`update shift_note set text = ${said.text}, corrected_on = ${said.at}, version = version + 1
      where company_id = ${tenant.companyId} and id = ${id}::int8 returning ${COLUMNS}`.execute(tenant.tx),
  )
}

/** Closes the open item, or opens it again without a person, and returns it. */
export async function closeNote(tenant: Tenant, id: number, by: (Sayer & { readonly at: Date }) | null): Promise<ShiftNote> {
  return changed(
    await sql<ShiftNote>`update shift_note set closed_by = ${by?.userId ?? null}, closed_via_station = ${by?.viaStation ?? null}, closed_on = ${by?.at ?? null}, version = version + 1
      where company_id = ${tenant.companyId} and id = ${id}::int8 returning ${COLUMNS}`.execute(tenant.tx),
  )
}

/** A shift, and from when the one before it on. */
export type HandoverWindow = ShiftKey & { readonly end: number; readonly previousStart: number }

/** What a shift found when it began, and what it wrote itself. */
export type HandoverRow = { readonly key: ShiftKey; readonly note: ShiftNote }

/**
 * Returns for each shift the notes that were written in it, those of the shift before it, and the open items from before that were not closed when it
 * began, ascending by when they were written.
 */
export async function listNotes(tenant: Tenant, windows: readonly HandoverWindow[]): Promise<readonly HandoverRow[]> {
  const { rows } = await sql<ShiftNote & { readonly askedId: WorkCenterId; readonly askedStart: number }>`
    select wanted.id as "askedId", wanted.start_at as "askedStart", note.*
    from unnest(${windows.map((one) => one.workCenterId)}::int[], ${windows.map((one) => one.start)}::int8[], ${windows.map((one) => one.end)}::int8[],
      ${windows.map((one) => one.previousStart)}::int8[]) as wanted (id, start_at, end_at, previous_at)
    cross join lateral (
      select ${COLUMNS} from shift_note
        where company_id = ${tenant.companyId} and shift_start_at >= wanted.previous_at and shift_start_at < wanted.end_at
          and wanted.id = any(work_center_ids)
      union
      select ${COLUMNS} from shift_note
        where company_id = ${tenant.companyId} and kind = 'OPEN_ITEM' and shift_start_at < wanted.start_at
          and (closed_on is null or closed_on >= to_timestamp(wanted.start_at / 1000.0)) and wanted.id = any(work_center_ids)
    ) note
    order by wanted.id, wanted.start_at, note."createdOn", note.id`.execute(tenant.tx)
  return rows.map(({ askedId, askedStart, ...note }) => ({ key: { workCenterId: askedId, start: askedStart }, note }))
}

/** Returns the open items of the work centers that nobody closed, the one due first ahead; null = all of the company. */
export async function listOpenItems(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[] | null,
  limit: number,
): Promise<readonly ShiftNote[]> {
  const { rows } = await sql<ShiftNote>`select ${COLUMNS} from shift_note
    where company_id = ${tenant.companyId} and kind = 'OPEN_ITEM' and closed_on is null
      and (${workCenterIds}::int[] is null or work_center_ids && ${workCenterIds}::int[])
    order by due_end_at, id limit ${limit}`.execute(tenant.tx)
  return rows
}

/** Returns when the recorded shift before each of the shifts begins; a shift without one begins with itself. */
export async function findPreviousStarts(tenant: Tenant, shifts: readonly ShiftKey[]): Promise<readonly number[]> {
  const { rows } = await sql<{ previous: number }>`
    select coalesce((select s.start_at from shift s where s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id
      and s.start_at < wanted.start_at order by s.start_at desc limit 1), wanted.start_at) as previous
    from unnest(${shifts.map((one) => one.workCenterId)}::int[], ${shifts.map((one) => one.start)}::int8[]) with ordinality as wanted (id, start_at, place)
    order by wanted.place`.execute(tenant.tx)
  return rows.map(({ previous }) => previous)
}

/** Returns the ends of the recorded shifts of each work center from an instant on. */
export async function listShiftEnds(
  tenant: Tenant,
  asked: readonly { readonly workCenterId: WorkCenterId; readonly from: number }[],
): Promise<readonly { readonly workCenterId: WorkCenterId; readonly end: number }[]> {
  const { rows } = await sql<{ workCenterId: WorkCenterId; end: number }>`
    select s.work_center_id as "workCenterId", s.end_at as end
    from unnest(${asked.map((one) => one.workCenterId)}::int[], ${asked.map((one) => one.from)}::int8[]) as wanted (id, from_at)
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.start_at >= wanted.from_at - 93600000 and s.end_at >= wanted.from_at`.execute(
    tenant.tx,
  )
  return rows
}

/** Notes that the person was the first of the shift to read what was left for it; returns who was. */
export async function noteSeen(tenant: Tenant, shift: ShiftKey, by: Sayer & { readonly at: Date }): Promise<HandoverSeen> {
  await sql`insert into handover_seen (company_id, work_center_id, shift_start_at, seen_by, via_station, seen_on)
    values (${tenant.companyId}, ${shift.workCenterId}, ${shift.start}::int8, ${by.userId}, ${by.viaStation}, ${by.at}) on conflict do nothing`.execute(
    tenant.tx,
  )
  const [seen] = await listSeen(tenant, [shift])
  return seen ?? { ...shift, seenBy: by.userId, viaStation: by.viaStation, seenOn: by.at }
}

/** Returns who first read what was left for the shifts, for those where somebody did. */
export async function listSeen(tenant: Tenant, shifts: readonly ShiftKey[]): Promise<readonly HandoverSeen[]> {
  const { rows } = await sql<HandoverSeen>`
    select h.work_center_id as "workCenterId", h.shift_start_at as start, h.seen_by as "seenBy", h.via_station as "viaStation", h.seen_on as "seenOn"
    from unnest(${shifts.map((one) => one.workCenterId)}::int[], ${shifts.map((one) => one.start)}::int8[]) as wanted (id, start_at)
    join handover_seen h on h.company_id = ${tenant.companyId} and h.work_center_id = wanted.id and h.shift_start_at = wanted.start_at`.execute(
    tenant.tx,
  )
  return rows
}

function changed({ rows }: { readonly rows: readonly ShiftNote[] }): ShiftNote {
  const [note] = rows
  if (note === undefined) throw new Error('a locked note went away')
  return note
}
