import type { AbilityGrants, Role } from '#engine/access/abilities.ts'
import type { Problem } from '#engine/result.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { mayCommentShifts } from './mayEditShift.ts'

/** A note tells, an open item asks somebody to do something by a shift, safety is what nobody may overlook. */
export const SHIFT_NOTE_KINDS = ['NOTE', 'OPEN_ITEM', 'SAFETY'] as const
export type ShiftNoteKind = (typeof SHIFT_NOTE_KINDS)[number]

/** Who an open item is for. */
export const NOTE_OWNERS = ['NEXT_SHIFT', 'PERSON', 'TEAM'] as const
export type NoteOwner = (typeof NOTE_OWNERS)[number]

export const MAX_NOTE_LENGTH = 1_000
export const MAX_TEAM_LENGTH = 100
/** The author may correct a note for so long. */
export const CORRECTION_MS = 15 * MINUTE_MS
/** A device may send so late what was written or read on it. */
export const MOST_LATE_MS = 14 * DAY_MS
/** An item that was carried on so often stands first in the report. */
export const CARRIED_OFTEN = 3

/** What a person says with a note; its shifts are checked where the calendar is known. */
export type SaidNote = {
  readonly kind: ShiftNoteKind
  readonly text: string
  readonly owner: NoteOwner | null
  readonly ownerId: string | null
  readonly team: string | null
}

/** Returns what is wrong with the note, each with its field, or nothing (domain.md S-94). An open item has an owner. */
export function problemsOfNote(note: SaidNote): readonly Problem[] {
  const problems: Problem[] = []
  const text = note.text.trim()
  if (text.length === 0) problems.push({ code: 'REQUIRED', field: 'text' })
  else if (text.length > MAX_NOTE_LENGTH) {
    problems.push({ code: 'LENGTH_OUT_OF_RANGE', field: 'text', params: { min: 1, max: MAX_NOTE_LENGTH } })
  }
  if (note.kind !== 'OPEN_ITEM') return problems
  if (note.owner === null) problems.push({ code: 'REQUIRED', field: 'owner' })
  if (note.owner === 'PERSON' && note.ownerId === null) problems.push({ code: 'REQUIRED', field: 'ownerId' })
  if (note.owner === 'TEAM') {
    const length = note.team?.trim().length ?? 0
    if (length === 0) problems.push({ code: 'REQUIRED', field: 'team' })
    else if (length > MAX_TEAM_LENGTH) {
      problems.push({ code: 'LENGTH_OUT_OF_RANGE', field: 'team', params: { min: 1, max: MAX_TEAM_LENGTH } })
    }
  }
  return problems
}

/** Returns why what was said at the instant is not taken any more, or null (domain.md S-94). */
export function problemOfSaidAt(at: number, now: number): Problem | null {
  return at < now - MOST_LATE_MS ? { code: 'SAID_TOO_LONG_AGO', field: 'occurredAt', params: { maxDays: MOST_LATE_MS / DAY_MS } } : null
}

/** Returns whether the person may write, close and acknowledge notes: whoever may comment on shifts. */
export function mayWriteNotes(grants: AbilityGrants, role: Role): boolean {
  return mayCommentShifts(grants, role)
}

/** A stored note, as a correction or its closing finds it. */
export type WrittenNote = {
  readonly kind: ShiftNoteKind
  readonly createdBy: string | null
  /** When the server took it, which may be long after it was written. */
  readonly receivedOn: number
  readonly closedOn: number | null
  readonly version: number
}

/** Returns why the person cannot correct the note now, or null: only its author, within 15 minutes of its arrival, while it is open. `seen` null = any version. */
export function problemOfCorrection(
  note: WrittenNote,
  by: { readonly userId: string; readonly now: number; readonly seen: number | null },
): Problem | null {
  if (by.seen !== null && by.seen !== note.version) return { code: 'CONFLICT', params: { version: note.version } }
  if (note.createdBy !== by.userId) return { code: 'NOTE_OF_ANOTHER' }
  if (note.closedOn !== null || by.now - note.receivedOn > CORRECTION_MS)
    return { code: 'NOTE_IS_FINAL', params: { minutes: CORRECTION_MS / MINUTE_MS } }
  return null
}

/** Returns why an item cannot be closed, or null: only open items are closed, once. */
export function problemOfClosing(note: WrittenNote, seen: number | null): Problem | null {
  if (seen !== null && seen !== note.version) return { code: 'CONFLICT', params: { version: note.version } }
  if (note.kind !== 'OPEN_ITEM') return { code: 'NOT_AN_OPEN_ITEM' }
  return note.closedOn === null ? null : { code: 'NOTE_IS_CLOSED' }
}

/**
 * Returns how often an open item moved on to a later shift: once for each shift that ended from the end of its due shift until it was closed, or
 * until now. `ends`: of the shifts of its work center, in any order.
 */
export function timesCarried(dueEnd: number, closedOn: number | null, ends: readonly number[], now: number): number {
  const until = Math.min(closedOn ?? now, now)
  return ends.filter((end) => end >= dueEnd && end <= until).length
}
