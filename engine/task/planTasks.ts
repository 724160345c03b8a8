import type { DueTask, StoredTask, TaskClosing, TaskSubject } from './operationalTask.ts'

export type TaskChange = Omit<StoredTask, 'event' | 'shiftStart'> & {
  /** Whether it asks again after it was closed, or is closed now: that belongs to its history. */
  readonly isTurned: boolean
}
export type TasksPlan = { readonly added: readonly DueTask[]; readonly changed: readonly TaskChange[] }

/**
 * Returns what becomes of the tasks that are kept (domain.md T-2, T-5): an id stays while its subject overlaps what it was, also when it asks again; what a
 * person closed stays closed; what lost its subject is gone. `due` and `stored` are those of the same stretch. Planned again nothing changes.
 */
export function planTasks({
  due,
  stored,
  now,
}: {
  readonly due: readonly DueTask[]
  readonly stored: readonly StoredTask[]
  readonly now: number
}): TasksPlan {
  const pairs = matched(due, stored)
  const known = new Set(pairs.values())
  const added = due.filter((one) => one.isAsked && !known.has(one))
  const changed = stored.flatMap((row): readonly TaskChange[] => {
    const next = nextOf(row, pairs.get(row) ?? null, now)
    return isSame(row, next) ? [] : [{ ...next, isTurned: (row.closed === null) !== (next.closed === null) }]
  })
  return { added, changed }
}

function nextOf(row: StoredTask, due: DueTask | null, now: number): Omit<StoredTask, 'event' | 'shiftStart'> {
  const { id, subject, dueAt, closed } = row
  if (due === null) return { id, subject, dueAt, closed: closed ?? { cause: 'GONE', at: now, by: null, comment: null } }
  if (closed?.cause === 'PERSON') return { id, subject: due.subject, dueAt, closed }
  if (due.isAsked) return { id, subject: due.subject, dueAt: due.dueAt, closed: due.closed }
  return { id, subject: due.subject, dueAt, closed: closed ?? due.closed }
}

/** Each due task belongs to one row at most: of the same start first, then of the longest overlap, what is asked before what is not. */
function matched(due: readonly DueTask[], stored: readonly StoredTask[]): ReadonlyMap<StoredTask, DueTask> {
  const candidates = stored.flatMap((row) =>
    due
      .filter((one) => one.event === row.event && one.shiftStart === row.shiftStart && overlap(one.subject, row.subject) > 0)
      .map((one) => ({ row, one, isSameStart: one.subject.start === row.subject.start, length: overlap(one.subject, row.subject) })),
  )
  candidates.sort(
    (left, right) =>
      Number(right.one.isAsked) - Number(left.one.isAsked) ||
      Number(right.isSameStart) - Number(left.isSameStart) ||
      (right.length === left.length ? 0 : right.length - left.length) ||
      Number(left.row.closed !== null) - Number(right.row.closed !== null) ||
      left.row.id - right.row.id ||
      left.one.subject.start - right.one.subject.start,
  )
  const pairs = new Map<StoredTask, DueTask>()
  const taken = new Set<DueTask>()
  for (const { row, one } of candidates) {
    if (pairs.has(row) || taken.has(one)) continue
    pairs.set(row, one)
    taken.add(one)
  }
  return pairs
}

function overlap(left: TaskSubject, right: TaskSubject): number {
  return Math.min(left.end ?? Infinity, right.end ?? Infinity) - Math.max(left.start, right.start)
}

function isSame(row: StoredTask, next: Pick<StoredTask, 'closed' | 'dueAt' | 'subject'>): boolean {
  return (
    row.dueAt === next.dueAt &&
    row.subject.start === next.subject.start &&
    row.subject.end === next.subject.end &&
    isSameClosing(row.closed, next.closed)
  )
}

function isSameClosing(left: TaskClosing | null, right: TaskClosing | null): boolean {
  if (left === null || right === null) return left === right
  return left.cause === right.cause && left.at === right.at && left.by === right.by && left.comment === right.comment
}
