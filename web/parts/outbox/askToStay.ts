let isAsked = false

/** Asks the browser, once, to throw nothing away that is kept here: called when something is kept that is nowhere else. */
export function askToStay(storage: Partial<Pick<StorageManager, 'persist'>> | undefined = navigator.storage): void {
  if (isAsked) return
  isAsked = true
  // A browser that says no keeps it as long as it has room.
  storage?.persist?.().catch(() => false)
}

/** Returns whether something was not kept because the device has no room left. */
export function isNoRoom(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError'
}
