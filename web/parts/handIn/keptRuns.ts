import { HOUR_MS } from '#engine/time/durations.ts'
import type { ChecklistRunQuery } from '#web/api/generated/graphql.ts'
import { keptRows, type KeptRow, type KeptRows } from '#web/parts/sentFile/keptRows.ts'

type Run = NonNullable<ChecklistRunQuery['checklistOccurrence']>
/** What a due checklist asks, as it was read before anybody opened it here. */
export type KeptRun = KeptRow & { readonly run: Run }

/** Due checklists that can be opened on this device without a connection (domain.md CL-10). */
export const keptRuns: KeptRows<KeptRun> = keptRows('runs', isRun)

/** Returns the key of a due checklist that the person sees. */
export function runKey(owner: string, occurrenceId: number): string {
  return `${owner}/${occurrenceId}`
}

/** So many are read ahead: more are not due at once at the machines of a tablet. */
const MOST_AHEAD = 30
/** What it asks may have changed since. */
const READ_AGAIN_MS = 6 * HOUR_MS

export type Ahead = {
  readonly owner: string
  /** Of the open ones, the one due first before the others. */
  readonly ids: readonly number[]
  readonly rows: Pick<KeptRows<KeptRun>, 'list' | 'put' | 'remove'>
  /** Reads what it asks; null = there is no connection, or it is gone. */
  readonly read: (id: number) => Promise<Run | null>
  readonly now: () => number
  readonly isGone: () => boolean
}

/** Reads what the open checklists ask and keeps it, one after the other, as far as it is not kept yet; forgets what was read of others long ago. */
export async function keepRunsAhead({ owner, ids, rows, read, now, isGone }: Ahead): Promise<void> {
  const kept = new Map((await rows.list()).filter((row) => row.owner === owner).map((row) => [row.key, row]))
  const wanted = new Set(ids.slice(0, MOST_AHEAD).map((id) => runKey(owner, id)))
  for (const id of ids.slice(0, MOST_AHEAD)) {
    if (isGone()) return
    const key = runKey(owner, id)
    if (now() - (kept.get(key)?.madeAt ?? -Infinity) < READ_AGAIN_MS) continue
    const run = await read(id)
    if (run === null) return
    await rows.put({ key, owner, madeAt: now(), run })
  }
  for (const [key, { madeAt, run }] of kept)
    // What was begun here is nowhere else before it is handed in.
    if (run.id > 0 && !wanted.has(key) && now() - madeAt > READ_AGAIN_MS) await rows.remove(key)
}

function isRun(value: unknown): value is KeptRun {
  return typeof value === 'object' && value !== null && 'key' in value && 'run' in value
}
