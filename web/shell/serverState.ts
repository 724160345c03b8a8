let isInMaintenance = false
const listeners = new Set<() => void>()

/** Notes from the codes of an answer whether technical work is in progress (MAINTENANCE); an answer that cannot be had tells nothing. */
export function noteAnswer(codes: readonly string[]): void {
  if (codes.includes('OFFLINE')) return
  const next = codes.includes('MAINTENANCE')
  if (next === isInMaintenance) return
  isInMaintenance = next
  for (const listener of listeners) listener()
}

/** Returns whether the server's last answer was that technical work is in progress. */
export function isMaintenance(): boolean {
  return isInMaintenance
}

/** Calls back when that changes; returns the function that stops it. */
export function onMaintenance(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
