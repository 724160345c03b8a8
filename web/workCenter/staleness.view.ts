import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { ConnectionState } from '#web/api/liveStore.ts'

/** Without a live connection figures are doubted after this long (U-40). */
export const STALE_AFTER_MS = 10_000

/** A device that reports regularly is late after so many of its periods (U-2), whose samples need a moment to come. */
const LATE_PERIODS = 2

export type StaleContext = { readonly now: number; readonly connection: ConnectionState }

/**
 * Returns the UTC ms of the last data when the figures should look old: no live connection for over 10 s, no data from the machine (status "no
 * data"), or no sample for two of its periods; null while fresh. A machine that reports changes only is not old for lack of changes, nor is one
 * without status rules, which is heard.
 */
export function staleSince(live: LiveWorkCenter | undefined, { now, connection }: StaleContext): number | null {
  if (live === undefined) return null
  const { lastSampleAt, reportPeriodMs, status } = live
  if (status?.kind === 'NO_DATA' && status.noDataCause !== 'NO_STATUS_RULES') return lastSampleAt
  const isCut = connection.status !== 'live' && connection.since > 0 && now - connection.since > STALE_AFTER_MS
  if (isCut && now - live.at > STALE_AFTER_MS) return live.at
  if (lastSampleAt === null || reportPeriodMs === null) return null
  return now - lastSampleAt > Math.max(LATE_PERIODS * reportPeriodMs, STALE_AFTER_MS) ? lastSampleAt : null
}
