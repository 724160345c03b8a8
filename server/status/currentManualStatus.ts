import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { StoredManualStatus } from './manualStatus.store.ts'

/** Returns the chosen status while the work center is in it: it may have ended by itself, with its shift or by working again (domain.md S-2). */
export function currentManualStatus(
  chosen: StoredManualStatus | null,
  live: Pick<LiveWorkCenter, 'status'> | null,
): StoredManualStatus | null {
  return chosen !== null && live?.status?.statusRuleId === chosen.statusRuleId ? chosen : null
}
