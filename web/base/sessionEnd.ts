import { parseStoredUser } from './storedUser.ts'

/** Whether the session of this browser has ended while its pages are still shown. Their content, and typed text, stays. */
export type SessionEnd = {
  isEnded(): boolean
  subscribe(listener: () => void): () => void
  /** Marks the session as ended: the server refuses a fresh token of the provider. */
  end(): void
}

/** Returns the end of the session: marked here, or seen in the storage when another tab signs out. A sign-in of another person reloads this tab. */
export function watchSessionEnd(key: string): SessionEnd {
  const listeners = new Set<() => void>()
  let isEnded = false
  const set = (next: boolean): void => {
    if (isEnded === next) return
    isEnded = next
    for (const listener of listeners) listener()
  }
  addEventListener('storage', (event) => {
    if (event.key !== key) return
    if (
      event.newValue !== null &&
      event.oldValue !== null &&
      parseStoredUser(event.newValue)?.subject !== parseStoredUser(event.oldValue)?.subject
    )
      location.reload()
    set(event.newValue === null)
  })
  return {
    isEnded: () => isEnded,
    end: () => set(true),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
