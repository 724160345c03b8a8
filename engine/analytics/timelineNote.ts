import type { AbilityGrants } from '#engine/access/abilities.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Problem } from '#engine/result.ts'

export const MAX_TIMELINE_NOTE_LENGTH = 200
/** So many shifts of each work center are compared on both sides of a note, at most. */
export const NOTE_SHIFTS = 14

/** What a person writes on the time axis; `end` null = of an instant. In ms UTC. */
export type TimelineNoteForm = { readonly text: string; readonly start: number; readonly end: number | null }

/** Returns whether the person may write notes on the timeline, and delete those of others. */
export function mayWriteTimelineNotes(grants: AbilityGrants): boolean {
  return grants.modifiable.has('ANALYTICS')
}

/** Returns what is wrong with a note: a text of 1 to 200 characters, an end after its start. */
export function timelineNoteProblems({ text, start, end }: TimelineNoteForm): readonly Problem[] {
  const problems: Problem[] = []
  if (text === '') problems.push({ code: 'REQUIRED', field: 'text' })
  if (text.length > MAX_TIMELINE_NOTE_LENGTH)
    problems.push({ code: 'LENGTH_OUT_OF_RANGE', field: 'text', params: { min: 1, max: MAX_TIMELINE_NOTE_LENGTH } })
  if (end !== null && end <= start) problems.push({ code: 'INVALID_PERIOD', field: 'end', params: { min: new Date(start).toISOString() } })
  return problems
}

/** What was lost of how much planned time, in ms. */
export type LostOfPlanned = { readonly lostMs: number; readonly plannedMs: number }

/** Returns the minutes lost of each planned hour, terms added before; null without planned time (domain.md N-13). */
export function lostPerHour({ lostMs, plannedMs }: LostOfPlanned): number | null {
  return plannedMs > 0 ? lostMs / MINUTE_MS / (plannedMs / HOUR_MS) : null
}
