import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { LossSource } from '#engine/facts.ts'
import { mayWriteNotes, problemOfClosing, problemOfCorrection, problemOfSaidAt, problemsOfNote } from '#engine/shift/handover.ts'
import type { NoteOwner, ShiftNoteKind, WrittenNote } from '#engine/shift/handover.ts'
import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { findMembership } from '#server/company/membership.store.ts'
import { requireActor, sayerOf } from '#server/user/acting.ts'
import type { Actor } from '#server/user/acting.ts'
import { existingWorkCenters } from '#server/user/employee.store.ts'
import { closeNote, correctNote, insertNote, lockNote, noteSeen } from './handover.store.ts'
import type { DueShift, HandoverSeen, NamedShift, ShiftNote } from './handover.store.ts'
import { scheduleInForce, versionAt } from './scheduleInForce.service.ts'
import type { ShiftDeps, ShiftMember, Visible } from './shiftConfirmation.service.ts'

/** A shift as people name it: its date and, with several a date, its number. */
export type ShiftName = { readonly date: string | null; readonly shiftId: number | null }

/** What a person writes; with `id` a correction of what they wrote before, of which only the text changes. */
export type NoteChange = {
  readonly id: number | null
  readonly version: number | null
  readonly workCenterIds: readonly number[]
  readonly kind: ShiftNoteKind
  readonly text: string
  /** Without a date the shift that runs, else the last one. */
  readonly shift: ShiftName
  readonly loss: { readonly source: LossSource; readonly start: number } | null
  readonly owner: NoteOwner | null
  readonly ownerId: UserId | null
  readonly team: string | null
  /** Without a date the next shift. */
  readonly due: ShiftName
  /** When it was written, where a device sends it later; null or left out = now. */
  readonly at?: number | null
}

type Deps = Pick<ShiftDeps, 'database' | 'now'>

/** Who writes; at a station the person who works there. */
export type NoteWriter = Actor & ShiftMember

const MAX_WORK_CENTERS = 100
/** How far a note's shift may lie back, and an item's due shift ahead. */
const REACH_MS = 31 * DAY_MS

/**
 * Returns the stored note (domain.md S-94). Refuses people who may not comment on shifts, hidden work centers, what problemsOfNote and
 * problemOfCorrection say, a shift that the calendar does not have, and an item that is due before it is written.
 */
export async function saveShiftNote(
  deps: Deps,
  member: NoteWriter,
  visible: Visible,
  change: NoteChange,
  request: KeyedRequest | null,
): Promise<ShiftNote> {
  await requireOwner(deps, member, change)
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const { answer } = await once(tenant, member.userId, request, {
      act: async () =>
        (await (change.id === null ? write(tenant, deps, member, visible, change) : correct(tenant, deps, member, visible, change))).id,
      read: Number,
    })
    const note = await lockNote(tenant, answer)
    if (note === null) throw noteNotFound(answer)
    await notify(tenant, note)
    return note
  })
}

/** Returns the open item as done, or as open again. Refuses hidden notes and what problemOfClosing says. */
export async function closeShiftNote(
  deps: Deps,
  member: NoteWriter,
  visible: Visible,
  change: { readonly id: number; readonly version: number | null; readonly isClosed: boolean },
): Promise<ShiftNote> {
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const note = await visibleNote(tenant, visible, change.id)
    requireWriter(member)
    const problem = problemOfClosing({ ...writtenOf(note), ...(change.isClosed ? {} : { closedOn: null }) }, change.version)
    if (problem !== null) throw new Refusal(problem)
    await requireActor(tenant, member, note.workCenterIds)
    const closed = await closeNote(tenant, change.id, change.isClosed ? { ...sayerOf(member), at: new Date(deps.now()) } : null)
    await notify(tenant, closed)
    return closed
  })
}

/** Returns who of the shift that ran then, or of the last one, was the first to read what was left for it: the first time this person. */
export async function acknowledgeHandover(
  deps: Deps,
  member: NoteWriter,
  workCenterId: WorkCenterId,
  shift: ShiftName,
  /** When it was said, where a device sends it later; null = now. */
  said: number | null = null,
): Promise<HandoverSeen> {
  requireWriter(member)
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    await requireActor(tenant, member, [workCenterId])
    const at = saidAt(deps, said)
    const { start } = await shiftNamed(tenant, workCenterId, shift, { at, now: deps.now() })
    const seen = await noteSeen(tenant, { workCenterId, start }, { ...sayerOf(member), at: new Date(at) })
    await notifyRecordsChanged(tenant, [{ workCenterId, kinds: ['shift'], from: start, to: start + 1 }])
    return seen
  })
}

async function write(tenant: Tenant, deps: Deps, member: NoteWriter, visible: Visible, change: NoteChange): Promise<ShiftNote> {
  const workCenterIds = await checkedWorkCenters(tenant, visible, change.workCenterIds)
  requireWriter(member)
  const [home] = workCenterIds
  if (home === undefined) throw new Refusal({ code: 'REQUIRED', field: 'workCenterIds' })
  const [problem] = problemsOfNote(change)
  if (problem !== undefined) throw new Refusal(problem)
  const isItem = change.kind === 'OPEN_ITEM'
  const ownerId = isItem && change.owner === 'PERSON' ? change.ownerId : null
  await requireActor(tenant, member, workCenterIds)
  const [at, now] = [saidAt(deps, change.at ?? null), deps.now()]
  const shift = await shiftNamed(tenant, home, change.shift, { at, now })
  const { userId, viaStation } = sayerOf(member)
  return await insertNote(tenant, {
    workCenterIds,
    kind: change.kind,
    text: change.text.trim(),
    shift,
    loss: change.loss,
    owner: isItem ? change.owner : null,
    ownerId,
    team: isItem && change.owner === 'TEAM' ? (change.team?.trim() ?? null) : null,
    due: isItem ? await dueShift(tenant, home, shift, change.due) : null,
    createdBy: userId,
    viaStation,
    createdOn: new Date(at),
    receivedOn: new Date(now),
  })
}

async function correct(tenant: Tenant, deps: Deps, member: NoteWriter, visible: Visible, change: NoteChange): Promise<ShiftNote> {
  const note = await visibleNote(tenant, visible, change.id ?? 0)
  requireWriter(member)
  const problem = problemOfCorrection(writtenOf(note), { ...sayerOf(member), now: deps.now(), seen: change.version })
  if (problem !== null) throw new Refusal(problem)
  await requireActor(tenant, member, note.workCenterIds)
  const [wrong] = problemsOfNote({ ...note, text: change.text })
  if (wrong !== undefined) throw new Refusal(wrong)
  return await correctNote(tenant, note.id, { text: change.text.trim(), at: new Date(deps.now()) })
}

/** When it was said: an instant after now is now. Refuses one that problemOfSaidAt refuses. */
function saidAt({ now }: Deps, at: number | null): number {
  const problem = at === null ? null : problemOfSaidAt(at, now())
  if (problem !== null) throw new Refusal(problem)
  return Math.min(at ?? Infinity, now())
}

function writtenOf({ kind, createdBy, receivedOn, closedOn, version }: ShiftNote): WrittenNote {
  return { kind, createdBy, receivedOn: receivedOn.getTime(), closedOn: closedOn?.getTime() ?? null, version }
}

async function visibleNote(tenant: Tenant, visible: Visible, id: number): Promise<ShiftNote> {
  const note = await lockNote(tenant, id)
  if (note === null || !isVisible(note, visible)) throw noteNotFound(id)
  return note
}

/** Returns whether the person may see a note: who sees one of its work centers does. */
export function isVisible({ workCenterIds }: Pick<ShiftNote, 'workCenterIds'>, visible: Visible): boolean {
  return visible === null || workCenterIds.some((id) => visible.has(id))
}

async function checkedWorkCenters(tenant: Tenant, visible: Visible, asked: readonly number[]): Promise<readonly WorkCenterId[]> {
  const ids = [...new Set(asked)]
  if (ids.length === 0 || ids.length > MAX_WORK_CENTERS) {
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'workCenterIds', params: { min: 1, max: MAX_WORK_CENTERS } })
  }
  const existing = await existingWorkCenters(tenant, ids)
  const unknown = ids.find((id) => !existing.has(id) || (visible !== null && !visible.has(id)))
  if (unknown !== undefined) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterIds', params: { id: unknown } })
  return ids.map((id) => asId<WorkCenterId>(id))
}

/** Returns the shift of the work center by its date and number, or the one that ran when it was said, or the last one before. Refuses SHIFT_NOT_FOUND. */
export async function shiftNamed(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { date, shiftId }: ShiftName,
  { at, now }: { readonly at: number; readonly now: number },
): Promise<NamedShift> {
  const around = date === null ? at : Date.parse(date)
  const shifts = await instancesNear(tenant, workCenterId, { from: around - 2 * DAY_MS, to: around + 3 * DAY_MS })
  const found =
    date === null
      ? shifts.findLast((one) => one.start <= at)
      : shifts.find((one) => one.shiftDate === date && (shiftId === null || one.shiftId === shiftId))
  if (found === undefined || found.start > at || found.start < now - REACH_MS)
    throw new Refusal({ code: 'SHIFT_NOT_FOUND', field: 'shiftDate' })
  return found
}

/** The shift by which an item is due: the one named, else the one after the shift it was written in. */
async function dueShift(tenant: Tenant, workCenterId: WorkCenterId, written: NamedShift, { date, shiftId }: ShiftName): Promise<DueShift> {
  const around = date === null ? written.start : Date.parse(date)
  const shifts = await instancesNear(tenant, workCenterId, {
    from: around - 2 * DAY_MS,
    to: date === null ? around + REACH_MS : around + 3 * DAY_MS,
  })
  const found =
    date === null
      ? shifts.find((one) => one.start > written.start)
      : // Without a number the date is meant as a whole.
        shifts.findLast((one) => one.shiftDate === date && (shiftId === null || one.shiftId === shiftId))
  if (found === undefined) throw new Refusal({ code: 'SHIFT_NOT_FOUND', field: 'dueShiftDate' })
  if (found.start < written.start || found.start > written.start + REACH_MS) {
    throw new Refusal({ code: 'DUE_SHIFT_OUT_OF_RANGE', field: 'dueShiftDate', params: { maxDays: REACH_MS / DAY_MS } })
  }
  return { shiftId: found.shiftId, shiftDate: found.shiftDate, name: found.name, end: found.end }
}

async function instancesNear(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly (NamedShift & { readonly end: number })[]> {
  const { versions } = await scheduleInForce(tenant, workCenterId)
  if (!Number.isFinite(from)) return []
  return instancesBetween(calendarOf(versions), from, to).map((shift) => ({
    ...shift,
    name: versionAt(versions, shift.start)?.shifts.find((one) => one.shiftId === shift.shiftId)?.name ?? '',
  }))
}

async function notify(tenant: Tenant, note: ShiftNote): Promise<void> {
  const { start } = note.shift
  await notifyRecordsChanged(
    tenant,
    note.workCenterIds.map((workCenterId) => ({ workCenterId, kinds: ['shift'], from: start, to: null })),
  )
}

/** Who an item is for is a member of the company. */
async function requireOwner({ database }: Deps, member: ShiftMember, { kind, owner, ownerId }: NoteChange): Promise<void> {
  if (kind !== 'OPEN_ITEM' || owner !== 'PERSON' || ownerId === null || !mayWrite(member)) return
  const membership = await database.inSystem((tx) => findMembership(tx, member.companyId, ownerId))
  if (membership === null) throw new Refusal({ code: 'USER_NOT_FOUND', field: 'ownerId' })
}

function mayWrite({ role, companyId }: ShiftMember): boolean {
  return mayWriteNotes(grantsOf(abilitiesOf(role, companyId)), role)
}

/** After what the person may not see was not found, so that nobody learns what is there. */
function requireWriter(member: ShiftMember): void {
  if (mayWrite(member)) return
  throw new Refusal({ code: 'FORBIDDEN', params: { action: 'UPDATE', subject: 'SHIFTS' } })
}

function noteNotFound(id: number): Refusal {
  return new Refusal({ code: 'SHIFT_NOTE_NOT_FOUND', params: { id } })
}
