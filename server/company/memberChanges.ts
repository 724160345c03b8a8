import type { CompanyId, UserId } from '#engine/ids.ts'

/** Somebody joined or left a company, or has other rights there now. */
export type MemberChange = { readonly companyId: CompanyId; readonly userId: UserId }

/** Tells what remembers rights for a while that they are no longer what they were. */
export type MemberChanges = {
  /** Told after the commit. */
  publish(change: MemberChange): void
  /** Returns what ends the subscription. */
  subscribe(hear: (change: MemberChange) => void): () => void
}

/** Returns the changes of one process: here they hold at once, in other processes when what those remember has run out. */
export function createMemberChanges(): MemberChanges {
  const listeners = new Set<(change: MemberChange) => void>()
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
