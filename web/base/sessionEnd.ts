import type { UserManager } from 'oidc-client-ts'

/** Whether the session of this browser has ended while its pages are still shown. Their content, and typed text, stays. */
export type SessionEnd = {
  isEnded(): boolean
  subscribe(listener: () => void): () => void
  /** Marks the session as ended: the server refuses a fresh token of the provider. */
  end(): void
}

/** Returns the end of the session: marked here, or seen in the storage when another tab signs out. A sign-in of another person reloads this tab. */
export function watchSessionEnd(manager: UserManager): SessionEnd {
  const key = `oidc.user:${manager.settings.authority}:${manager.settings.client_id}`
  const listeners = new Set<() => void>()
  let isEnded = false
  const set = (next: boolean): void => {
    if (isEnded === next) return
    isEnded = next
    for (const listener of listeners) listener()
  }
  addEventListener('storage', (event) => {
    if (event.key !== key) return
    if (event.newValue !== null && event.oldValue !== null && subjectOf(event.newValue) !== subjectOf(event.oldValue)) location.reload()
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

/** Returns who a stored session is of; null for a text that holds none. */
export function subjectOf(stored: string): string | null {
  try {
    const user: unknown = JSON.parse(stored)
    if (typeof user !== 'object' || user === null || !('profile' in user)) return null
    const { profile } = user
    return typeof profile === 'object' && profile !== null && 'sub' in profile && typeof profile.sub === 'string' ? profile.sub : null
  } catch {
    return null
  }
}
