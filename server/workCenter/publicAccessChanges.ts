import type { CompanyId, WorkCenterId } from '#engine/ids.ts'

/** A public page was opened or closed. */
export type PublicAccessChange = { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId }

/** Tells whoever shows public pages that one of them may be closed now. */
export type PublicAccessChanges = {
  /** Told after the commit. */
  publish(change: PublicAccessChange): void
  /** Returns what ends the subscription. */
  subscribe(hear: (change: PublicAccessChange) => void): () => void
}

/** Returns the changes of one process; other processes look up every few seconds which of the pages that they show are still open. */
export function createPublicAccessChanges(): PublicAccessChanges {
  const listeners = new Set<(change: PublicAccessChange) => void>()
  return {
    publish: (change) => {
      for (const hear of listeners) hear(change)
    },
    subscribe: (hear) => {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
  }
}
