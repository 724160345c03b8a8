import { useSyncExternalStore } from 'react'

/** Returns whether the page is drawn for paper. */
export function isPrinting(): boolean {
  return printing().matches
}

/** Returns whether the page is drawn for paper, also when that begins and ends. */
export function usePrinting(): boolean {
  return useSyncExternalStore(onPrinting, isPrinting, () => false)
}

/** Calls the listener before the page is drawn for paper and after it; returns what ends that. */
export function onPrinting(listener: () => void): () => void {
  const query = printing()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

function printing(): MediaQueryList {
  return matchMedia('print')
}
