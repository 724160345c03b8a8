import { useEffect, useSyncExternalStore } from 'react'

/** The period of a page in words, and the zone that its times mean. */
export type PrintedPeriod = { readonly text: string; readonly timeZone: string }

const listeners = new Set<() => void>()
let printed: PrintedPeriod | null = null

/** Has the period stand in the head of a printed page while the component is shown. */
export function usePrintedPeriod(text: string, timeZone: string): void {
  useEffect(() => {
    set({ text, timeZone })
    return () => set(null)
  }, [text, timeZone])
}

/** Returns the period for the head of a printed page; null on pages without one. */
export function useCurrentPrintedPeriod(): PrintedPeriod | null {
  return useSyncExternalStore(subscribe, () => printed)
}

function set(next: PrintedPeriod | null): void {
  printed = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
