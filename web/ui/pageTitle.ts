import { useEffect, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let title = ''

/** Sets the page's part of the document title while the component is shown; the shell adds the company. */
export function usePageTitle(next: string): void {
  useEffect(() => {
    title = next
    for (const listener of listeners) listener()
  }, [next])
}

/** Returns the page's part of the document title. */
export function useCurrentPageTitle(): string {
  return useSyncExternalStore(subscribe, () => title)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
