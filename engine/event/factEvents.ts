import type { NoDataCause, ReasonSource } from '#engine/facts.ts'
import type { LossReasonId, StatusRuleId } from '#engine/ids.ts'
import type { ShiftStatus } from '#engine/shift/shiftStatus.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { EventChange, EventKind, EventPayload } from './domainEvent.ts'
import type { RecordKind } from './recordsChange.ts'

/** A stored status interval, as far as events follow from it. */
export type StatusRow = {
  readonly start: number
  readonly end: number | null
  readonly kind: StatusKind
  readonly statusRuleId: StatusRuleId | null
  readonly cause: NoDataCause | null
}

/** A stored piece of a stop; the pieces of one stop share `chainStart`. */
export type PieceRow = {
  readonly start: number
  readonly part: number
  readonly end: number | null
  readonly chainStart: number
  readonly kind: StatusKind
  readonly statusRuleId: StatusRuleId | null
  readonly reasonId: LossReasonId | null
  readonly reasonSource: ReasonSource | null
  readonly isProvisional: boolean
  /** Who said something about it last; null = nobody did. */
  readonly updatedBy: string | null
}

/** A stored shift. */
export type ShiftRow = {
  readonly start: number
  readonly end: number
  readonly shiftId: number
  readonly shiftDate: string
  readonly status: ShiftStatus
}

/** Time in which records of a kind changed that no event follows from. */
export type TimeRow = { readonly start: number; readonly end: number | null }

/** Rows of one work center. Of a stop either all pieces are given or none. */
export type FactRows = {
  readonly statuses: readonly StatusRow[]
  readonly pieces: readonly PieceRow[]
  readonly shifts: readonly ShiftRow[]
}

/** An event that follows from stored rows. Its kind and key name it for ever; `HAPPENED`, `CORRECTED` and `WITHDRAWN` say what became of it. */
export type FactEvent = {
  readonly kind: EventKind
  readonly key: string
  readonly change: EventChange
  readonly at: number
  readonly payload: EventPayload
  readonly actor: string | null
}

/** An event as long as the rows that it follows from are stored. */
export type StandingEvent = Omit<FactEvent, 'change'>

/** Returns the events that follow from the rows, by kind and key. */
export function standingEvents(rows: FactRows): ReadonlyMap<string, StandingEvent> {
  const events = [...rows.statuses.flatMap(statusEvents), ...stopEvents(rows.pieces), ...rows.shifts.flatMap(shiftEvents)]
  return new Map(events.map((event) => [`${event.kind} ${event.key}`, event]))
}

/** Returns what became of events when rows took the place of others, in the order of their time: what is the same before and after is not named. */
export function changedEvents(before: FactRows, after: FactRows): readonly FactEvent[] {
  const old = standingEvents(before)
  const now = standingEvents(after)
  const changed: FactEvent[] = []
  // Who made what is gone did not take it away.
  for (const [key, event] of old) if (!now.has(key)) changed.push({ ...event, change: 'WITHDRAWN', actor: null })
  for (const [key, event] of now) {
    const known = old.get(key)
    if (known === undefined) changed.push({ ...event, change: 'HAPPENED' })
    else if (!isSame(known, event)) changed.push({ ...event, change: 'CORRECTED' })
  }
  return changed.sort((a, b) => a.at - b.at)
}

/** Returns the stretch that the changed rows of a kind cover; null for none. */
export function changedStretch(rows: readonly TimeRow[]): { readonly from: number; readonly to: number | null } | null {
  if (rows.length === 0) return null
  const isOpen = rows.some((row) => row.end === null)
  return {
    from: rows.reduce((least, row) => Math.min(least, row.start), Infinity),
    to: isOpen ? null : rows.reduce((most, row) => Math.max(most, row.end ?? 0), 0),
  }
}

/** The kinds of records that rows of each table are. */
export const TABLE_KINDS = {
  status: ['status'],
  loss: ['loss'],
  // Losses of speed and of rejects follow from their segment.
  output: ['loss', 'output'],
  shift: ['shift'],
} as const satisfies Readonly<Record<string, readonly RecordKind[]>>

function statusEvents({ start, end, kind, statusRuleId, cause }: StatusRow): StandingEvent[] {
  const events: StandingEvent[] = [
    { kind: 'STATUS_CHANGED', key: `status/${start}`, at: start, payload: { status: kind, statusRuleId, cause }, actor: null },
  ]
  // A machine without status rules is heard: nobody is called for it.
  if (kind !== 'NO_DATA' || cause === 'NO_STATUS_RULES') return events
  const key = `silence/${start}`
  events.push({ kind: 'SILENCE_BEGAN', key, at: start, payload: { cause }, actor: null })
  if (end !== null) events.push({ kind: 'SILENCE_ENDED', key, at: end, payload: { cause, durationMs: end - start }, actor: null })
  return events
}

function stopEvents(pieces: readonly PieceRow[]): StandingEvent[] {
  const stops = Map.groupBy(pieces, (piece) => piece.chainStart)
  return [...stops].flatMap(([chainStart, unordered]) => {
    const own = unordered.toSorted((a, b) => a.start - b.start || a.part - b.part)
    const [first] = own
    const last = own.at(-1)
    if (first === undefined || last === undefined) return []
    const key = `stop/${chainStart}`
    const { kind: status, statusRuleId } = first
    const events: StandingEvent[] = [{ kind: 'STOP_BEGAN', key, at: first.start, payload: { status, statusRuleId }, actor: null }]
    if (last.end !== null) {
      const payload = { status, statusRuleId, durationMs: last.end - first.start }
      events.push({ kind: 'STOP_ENDED', key, at: last.end, payload, actor: null })
    }
    return [...events, ...own.flatMap(classification)]
  })
}

/** A reason that may still change by itself is none yet. */
function classification({ start, part, chainStart, reasonId, reasonSource, isProvisional, updatedBy }: PieceRow): StandingEvent[] {
  if (reasonSource === null || isProvisional) return []
  const payload = { reasonId, reasonSource, stop: `stop/${chainStart}` }
  const actor = reasonSource === 'MANUAL' ? updatedBy : null
  return [{ kind: 'STOP_CLASSIFIED', key: `piece/${start}/${part}`, at: start, payload, actor }]
}

function shiftEvents({ start, end, shiftId, shiftDate, status }: ShiftRow): StandingEvent[] {
  if (status === 'PROGRESS') return []
  return [{ kind: 'SHIFT_ENDED', key: `shift/${start}`, at: end, payload: { shiftId, shiftDate }, actor: null }]
}

function isSame(a: StandingEvent, b: StandingEvent): boolean {
  return a.at === b.at && Object.entries(a.payload).every(([name, value]) => b.payload[name] === value)
}
