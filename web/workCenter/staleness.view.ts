import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { ConnectionState } from '#web/api/liveStore.ts'

/** Without a live connection figures are doubted after this long (U-40). */
export const STALE_AFTER_MS = 10_000

export type StaleContext = { readonly now: number; readonly connection: ConnectionState }

/**
 * Returns the UTC ms of the last data when the figures should look old: no live connection for over 10 s, or no data from the machine (status "no
 * data"); null while fresh. A machine that reports changes only is not old for lack of changes.
 */
export function staleSince(live: LiveWorkCenter | undefined, { now, connection }: StaleContext): number | null {
  if (live === undefined) return null
  if (live.status?.kind === 'NO_DATA') return live.lastSampleAt
  const isCut = connection.status !== 'live' && connection.since > 0 && now - connection.since > STALE_AFTER_MS
  return isCut && now - live.at > STALE_AFTER_MS ? live.at : null
}
