import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { useStatusTrail } from '#web/api/live.ts'
import { instant } from '#web/api/liveFromQuery.ts'
import { type StatusRow, type StatusSpan, statusSpans, trailAfter } from '#web/parts/timeline/statusSpans.ts'

export type ShiftStrips = ReturnType<typeof createShiftStrips>

const NONE: readonly StatusSpan[] = []

/** The statuses of a running shift, and when they were read (UTC ms; null where nothing is live). */
type Strip = { readonly rows: readonly StatusRow[]; readonly readAt: number | null }

type StripAnswer = { readonly id: number; readonly live?: { readonly at: string } | null; readonly shiftStrip: readonly StatusRow[] }

/** Returns the store of the statuses of the running shifts: they come after the list itself, which must not wait for them. */
export function createShiftStrips() {
  let strips: ReadonlyMap<number, Strip> = new Map()
  const listeners = new Set<() => void>()
  const put = (known: Iterable<readonly [number, Strip]>, answers: readonly StripAnswer[]): void => {
    const own = answers.map(({ id, live, shiftStrip }) => [id, { rows: shiftStrip, readAt: live ? instant(live.at) : null }] as const)
    strips = new Map([...known, ...own])
    for (const listener of listeners) listener()
  }
  return {
    get: (id: number): Strip | undefined => strips.get(id),
    /** The strips of all work centers. */
    putAll: (answers: readonly StripAnswer[]): void => put([], answers),
    /** Those of some; the others stay. */
    putSome: (answers: readonly StripAnswer[]): void => put(strips, answers),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const ShiftStripsContext = createContext<ShiftStrips>(createShiftStrips())

/** Returns the statuses of the running shift of a work center, up to the newest; none until those of before are known. */
export function useShiftSpans(id: number): readonly StatusSpan[] {
  const strips = useContext(ShiftStripsContext)
  const strip = useSyncExternalStore(strips.subscribe, () => strips.get(id))
  const trail = useStatusTrail(id)
  return useMemo(() => (strip === undefined ? NONE : statusSpans(strip.rows, trailAfter(trail, strip.readAt))), [strip, trail])
}
