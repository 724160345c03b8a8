import { valueOfCell } from '#engine/analytics/cells.ts'
import { recordCells } from '#engine/analytics/recordCells.ts'
import { lostPerHour, timelineNoteProblems, type TimelineNoteForm } from '#engine/analytics/timelineNote.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { EVERY_LOSS, filterByReasons } from '#server/loss/lossFilter.service.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { listGroups } from '#server/workCenter/group.store.ts'
import { readNoteLosses, readNoteRecords } from './noteShifts.store.ts'
import {
  changeTimelineNote,
  findTimelineNote,
  insertTimelineNote,
  listTimelineNotes,
  MAX_TIMELINE_NOTES,
  type NotePlaces,
  type NoteScope,
  type TimelineNote,
} from './timelineNote.store.ts'

/** One side of a note: minutes lost of each planned hour, and OEE as a fraction; null where neither can be said. */
export type NoteSide = { readonly lostPerHour: number | null; readonly oee: number | null }

/** What was before a note and what is since: as many shifts on both sides, none where no work center has any on both. */
export type NoteEffect = { readonly shifts: number; readonly before: NoteSide; readonly since: NoteSide }

const NOTHING: NoteSide = { lostPerHour: null, oee: null }
const NO_EFFECT: NoteEffect = { shifts: 0, before: NOTHING, since: NOTHING }

/** Returns the notes of the dates; refuses more than 500. */
export async function timelineNotes(tenant: Tenant, places: NotePlaces, dates: DateRange): Promise<readonly TimelineNote[]> {
  const notes = await listTimelineNotes(tenant, places, dates)
  if (notes.length > MAX_TIMELINE_NOTES)
    throw new Refusal({ code: 'TOO_MANY_RESULTS', field: 'dateTo', params: { max: MAX_TIMELINE_NOTES } })
  return notes
}

/** Returns the note as it is stored. Refuses every field that is wrong at once, GROUP_NOT_FOUND and LOSS_REASON_NOT_FOUND. */
export async function writeTimelineNote(
  tenant: Tenant,
  by: { readonly userId: UserId; readonly at: Date },
  form: TimelineNoteForm & NoteScope,
): Promise<TimelineNote> {
  const note = await checkedNote(tenant, form)
  return insertTimelineNote(tenant, { ...note, createdBy: by.userId, createdOn: by.at })
}

/** Returns the note as it is changed, null where it is gone, or is about a work center that the caller does not see; refuses as a new one does. */
export async function editTimelineNote(
  tenant: Tenant,
  id: string,
  visible: ReadonlySet<number> | null,
  form: TimelineNoteForm & NoteScope,
): Promise<TimelineNote | null> {
  const present = await findTimelineNote(tenant, id)
  if (present === null || (present.workCenterId !== null && visible?.has(present.workCenterId) === false)) return null
  return changeTimelineNote(tenant, id, await checkedNote(tenant, form))
}

async function checkedNote(tenant: Tenant, form: TimelineNoteForm & NoteScope): Promise<TimelineNoteForm & NoteScope> {
  const note = { ...form, text: form.text.trim(), groupId: form.workCenterId === null ? form.groupId : null }
  refuseAll(timelineNoteProblems(note))
  const { groupId, reasonId } = note
  if (groupId !== null && !(await listGroups(tenant)).some(({ id }) => id === groupId))
    throw new Refusal({ code: 'GROUP_NOT_FOUND', field: 'groupId' })
  if (reasonId !== null && !(await listLossReasons(tenant)).some(({ id }) => id === reasonId))
    throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field: 'reasonId' })
  return note
}

/**
 * Returns what the shifts before and since a note lost, of those of its places that the caller sees (domain.md N-13): of its reason, else all
 * stops that lower OEE. Of an unknown note there are no shifts.
 */
export async function effectOfNote(
  tenant: Tenant,
  id: string,
  { visible, now }: { readonly visible: ReadonlySet<number> | null; readonly now: number },
): Promise<NoteEffect> {
  const note = await findTimelineNote(tenant, id)
  if (note === null) return NO_EFFECT
  const { start, end, workCenterId, groupId, reasonId } = note
  const seen = visible === null ? null : [...visible].map((one) => asId<WorkCenterId>(one))
  const workCenterIds = workCenterId === null ? seen : [workCenterId].filter((one) => visible?.has(one) ?? true)
  const around = { now, start, end: end ?? start, workCenterIds, groupId }
  const records = await readNoteRecords(tenant, around)
  if (records.length === 0) return NO_EFFECT
  const asked = { ...EVERY_LOSS, source: 'STATUS' as const, ...(reasonId === null ? { lowersOee: true } : { reasonIds: [reasonId] }) }
  const lost = await readNoteLosses(tenant, around, await filterByReasons(tenant, asked))
  const oee = recordCells(records, 'OEE')
  const sideOf = (side: 'BEFORE' | 'SINCE'): NoteSide => {
    const own = records.filter(({ keys }) => keys[0] === side)
    const plannedMs = own.reduce((sum, { sums }) => sum + sums.elapsedMs - sums.excludedMs - sums.noDataMs, 0)
    const cell = oee.find(({ keys }) => keys[0] === side)
    return {
      lostPerHour: lostPerHour({ lostMs: lost.get(side) ?? 0, plannedMs }),
      oee: cell === undefined ? null : valueOfCell(cell),
    }
  }
  const shifts = records.reduce((sum, { keys, sums }) => (keys[0] === 'BEFORE' ? sum + sums.records : sum), 0)
  return { shifts, before: sideOf('BEFORE'), since: sideOf('SINCE') }
}
