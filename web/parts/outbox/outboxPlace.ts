import { useSyncExternalStore } from 'react'

let place: HTMLElement | null = null
const listeners = new Set<() => void>()

/** Says where a screen that covers the header shows what is not sent; null = the header again. Given to React as a ref. */
export function offerOutboxPlace(element: HTMLElement | null): void {
  place = element
  for (const listener of listeners) listener()
}

/** Returns the place that a screen offers; null = the header. */
export function useOutboxPlace(): HTMLElement | null {
  return useSyncExternalStore(listen, () => place)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
