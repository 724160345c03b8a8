import { MINUTE_MS } from '#engine/time/durations.ts'
import { intersect } from '#engine/time/interval.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { ChecklistSource, DueOccurrence } from './checklist.ts'

export const OCCURRENCE_STATES = ['PENDING', 'STARTED', 'DONE', 'MISSED', 'CANCELLED', 'SKIPPED'] as const
export type OccurrenceState = (typeof OCCURRENCE_STATES)[number]

/** So long after somebody answered last nobody else answers without taking it over (domain.md CL-11). */
export const BUSY_MS = 10 * MINUTE_MS
/** How long an answer may arrive after the window closed, from a device that was offline (domain.md CL-2). */
export const ANSWER_GRACE_MS = 15 * MINUTE_MS
/** What is found out later than this after it was due reminds nobody (domain.md CL-5). */
export const FRESH_MS = 15 * MINUTE_MS

/** An occurrence as it stands; `source` null = a person started it by hand. */
export type StoredOccurrence = Omit<DueOccurrence, 'source'> & {
  readonly id: number
  readonly source: ChecklistSource | null
  readonly state: OccurrenceState
  /** When the last trigger was due that it took in while somebody answered it. */
  readonly mergedUntil: number
  readonly isReasonGone: boolean
}

export type NewOccurrence = DueOccurrence & { readonly state: OccurrenceState; readonly isFoundLate: boolean; readonly mergedUntil: number }
export type OccurrenceChange = {
  readonly id: number
  readonly state?: OccurrenceState
  readonly number?: number
  readonly mergedCount?: number
  readonly mergedUntil?: number
  readonly isReasonGone?: boolean
}
export type OccurrencePlan = { readonly added: readonly NewOccurrence[]; readonly changed: readonly OccurrenceChange[] }

/**
 * Returns what becomes of the occurrences of one checklist at one work center (domain.md CL-2 to CL-5): new ones are added, of which one at most is open;
 * what closed without an answer is missed; what no fact makes due any more is cancelled, or keeps its answers and says so. `stored` and `due` are those of
 * the window. Of what fell due before `resumedAt`, when the machine came back to work (ms UTC, null = it always was), only the last that is still in its time
 * is asked, and nothing is missed that was not asked. Planned again with what it gave, nothing changes.
 */
export function planOccurrences({
  due,
  stored,
  shifts,
  window,
  now,
  resumedAt = null,
}: {
  readonly due: readonly DueOccurrence[]
  readonly stored: readonly StoredOccurrence[]
  readonly shifts: readonly Interval[]
  readonly window: Interval
  readonly now: number
  readonly resumedAt?: number | null
}): OccurrencePlan {
  const added: NewOccurrence[] = []
  const lastBefore = due.findLast(({ dueAt }) => resumedAt !== null && dueAt < resumedAt)?.dueAt ?? -Infinity
  const isPassedOver = ({ dueAt, closesAt }: DueOccurrence): boolean =>
    resumedAt !== null && dueAt < resumedAt && (closesAt <= resumedAt || dueAt < lastBefore)
  const rows = stored.map((row) => afterFacts(row, due, window, now, isPassedOver))
  let latestDueAt = rows.reduce((latest, row) => (row.state === 'CANCELLED' ? latest : Math.max(latest, row.dueAt)), -Infinity)
  for (const told of due) {
    const one = remainderOf(told, stored)
    if (one === null || isPassedOver(one) || stored.some((row) => isKnown(row, one))) continue
    const open = rows.findIndex((row) => isOpen(row.state))
    const openRow = rows[open]
    const isOver = now >= one.closesAt + ANSWER_GRACE_MS || latestDueAt > one.dueAt
    const isLate = now - Math.max(one.dueAt, resumedAt ?? -Infinity) > FRESH_MS
    if (isOver) {
      const shift = shifts.find(({ start, end }) => start <= one.dueAt && one.dueAt < end)
      if (shift === undefined || shift.end <= now) {
        added.push({ ...one, state: 'MISSED', isFoundLate: isLate, mergedUntil: one.dueAt })
        latestDueAt = Math.max(latestDueAt, one.dueAt)
      }
      continue
    }
    if (openRow?.state === 'STARTED') {
      const number = one.source === 'QUANTITY_PRODUCED' && one.anchor === openRow.anchor ? one.number : openRow.number
      rows[open] = { ...openRow, number, mergedCount: openRow.mergedCount + one.mergedCount, mergedUntil: one.dueAt }
      continue
    }
    if (openRow !== undefined) rows[open] = { ...openRow, state: 'MISSED' }
    const last = added.at(-1)
    if (last !== undefined && isOpen(last.state)) added[added.length - 1] = { ...last, state: 'MISSED' }
    added.push({ ...one, state: 'PENDING', isFoundLate: isLate, mergedUntil: one.dueAt })
    latestDueAt = Math.max(latestDueAt, one.dueAt)
  }
  return { added, changed: rows.flatMap((row, index) => differences(stored[index], row)) }
}

/**
 * Returns what becomes of the occurrences where the checklist is not asked any more, or the machine is shut down: what nobody began is cancelled, as nobody can
 * answer it there, unless its window closed before; what somebody began goes on until it is over. Where it is asked again in its time it is due again
 * (domain.md CL-3).
 */
export function planWhereNotAsked(stored: readonly StoredOccurrence[], now: number): OccurrencePlan {
  const changed = stored.flatMap((row) => {
    const after = afterFacts(row, [], { start: now, end: now }, now)
    return differences(row, after.state === 'PENDING' && now < row.closesAt ? { ...after, state: 'CANCELLED' } : after)
  })
  return { added: [], changed }
}

/** Returns whether somebody can still answer it. */
export function isOpen(state: OccurrenceState): boolean {
  return state === 'PENDING' || state === 'STARTED'
}

function afterFacts(
  row: StoredOccurrence,
  due: readonly DueOccurrence[],
  window: Interval,
  now: number,
  isPassedOver: (one: DueOccurrence) => boolean = () => false,
): StoredOccurrence {
  const isOver = now >= row.closesAt + ANSWER_GRACE_MS
  const isAsked = row.source !== null && window.start <= row.dueAt && row.dueAt < window.end
  const reason = due.find((one) => isSame(row, one))
  const isReasonGone = isAsked && reason === undefined
  if (isReasonGone && row.state === 'PENDING') return { ...row, state: 'CANCELLED' }
  const isDueAgain = isAsked && reason !== undefined && !isOver && !isPassedOver(reason)
  if (isDueAgain && row.state === 'CANCELLED') return { ...row, state: 'PENDING' }
  const state = isOpen(row.state) && isOver ? 'MISSED' : row.state
  return { ...row, state, ...(isAsked && row.state !== 'CANCELLED' && { isReasonGone }) }
}

/** The same trigger: by its number where something is counted, else by the stop that it follows, also after its borders moved. */
function isSame(row: StoredOccurrence, due: DueOccurrence): boolean {
  if (row.source !== due.source) return false
  if (row.subject !== null && due.subject !== null) return intersect(row.subject, due.subject) !== null
  return row.anchor === due.anchor && (row.source === 'QUANTITY_PRODUCED' ? row.number <= due.number : row.number === due.number)
}

function isKnown(row: StoredOccurrence, due: DueOccurrence): boolean {
  if (row.dueAt < due.dueAt && due.dueAt <= row.mergedUntil) return true
  return due.source !== 'QUANTITY_PRODUCED' && isSame(row, due)
}

/** Multiples that one count passed and that rows know already are not due again, whatever counts tell of each now (CL-4). */
function remainderOf(due: DueOccurrence, stored: readonly StoredOccurrence[]): DueOccurrence | null {
  if (due.source !== 'QUANTITY_PRODUCED') return due
  const known = Math.max(
    0,
    ...stored.filter(({ source, anchor }) => source === due.source && anchor === due.anchor).map((row) => row.number),
  )
  const rest = Math.min(due.mergedCount, due.number - known)
  return rest > 0 ? { ...due, mergedCount: rest } : null
}

function differences(before: StoredOccurrence | undefined, after: StoredOccurrence): readonly OccurrenceChange[] {
  if (before === undefined) return []
  const change: OccurrenceChange = {
    id: after.id,
    ...(before.state !== after.state && { state: after.state }),
    ...(before.mergedCount !== after.mergedCount && { mergedCount: after.mergedCount, mergedUntil: after.mergedUntil }),
    ...(before.number !== after.number && { number: after.number }),
    ...(before.isReasonGone !== after.isReasonGone && { isReasonGone: after.isReasonGone }),
  }
  return Object.keys(change).length > 1 ? [change] : []
}
