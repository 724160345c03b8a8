/** An instant that the pointer is over, in UTC ms; shared by plots on one time axis. */
export type Cursor = { get(): number | null; set(at: number | null): void; subscribe(listener: () => void): () => void }

/** Returns a cursor that plots share: one sets it, the others draw their line there without rendering. */
export function createCursor(): Cursor {
  const listeners = new Set<() => void>()
  let current: number | null = null
  return {
    get: () => current,
    set: (at) => {
      if (at === current) return
      current = at
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
