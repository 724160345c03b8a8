import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { useStatusTrail } from '#web/api/live.ts'
import { type StatusRow, type StatusSpan, statusSpans } from '#web/parts/timeline/statusSpans.ts'

export type ShiftStrips = ReturnType<typeof createShiftStrips>

const NONE: readonly StatusSpan[] = []

/** Returns the store of the statuses of the running shifts: they come after the list itself, which must not wait for them. */
export function createShiftStrips() {
  let rows: ReadonlyMap<number, readonly StatusRow[]> = new Map()
  const listeners = new Set<() => void>()
  return {
    get: (id: number): readonly StatusRow[] | undefined => rows.get(id),
    put(workCenters: readonly { readonly id: number; readonly shiftStatuses: readonly StatusRow[] }[]): void {
      rows = new Map(workCenters.map(({ id, shiftStatuses }) => [id, shiftStatuses]))
      for (const listener of listeners) listener()
    },
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
  const rows = useSyncExternalStore(strips.subscribe, () => strips.get(id))
  const trail = useStatusTrail(id)
  return useMemo(() => (rows === undefined ? NONE : statusSpans(rows, trail)), [rows, trail])
}
