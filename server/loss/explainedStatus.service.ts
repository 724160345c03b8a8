import { explainRuns } from '#engine/loss/explainRuns.ts'
import { stopLook } from '#engine/loss/stopLook.ts'
import type { StopLook } from '#engine/loss/stopLook.ts'
import type { Tenant } from '#server/db/database.ts'
import { listStatusesIn } from '#server/status/statusInterval.store.ts'
import type { StoredStatus, Window } from '#server/status/statusInterval.store.ts'
import { listStopsIn } from './shiftStop.store.ts'
import type { StopRow } from './shiftStop.store.ts'

/** A status, or the part of it that one reason explains. */
export type ExplainedStatus = StoredStatus & { readonly look: StopLook | null }

/** Returns the statuses in the window of each work center, clipped, ascending and cut where the reason of a stop changes, with the look of each piece. */
export async function listExplainedStatuses(tenant: Tenant, windows: readonly Window[]): Promise<readonly ExplainedStatus[]> {
  if (windows.length === 0) return []
  const statuses = await listStatusesIn(tenant, windows)
  const stops = Map.groupBy(await listStopsIn(tenant, windows), (stop) => stop.workCenterId)
  return [...Map.groupBy(statuses, (status) => status.workCenterId)].flatMap(([id, own]) =>
    explainRuns(own, stops.get(id) ?? [], (status) => !status.isEffective).map(({ run, stop }) => ({
      ...run,
      reasonId: stop?.reasonId ?? null,
      look: stop && stopLook({ ...stop, reason: reasonOf(stop) }),
    })),
  )
}

/** Returns whether a strip draws both statuses alike. */
export function looksAlike(left: ExplainedStatus, right: ExplainedStatus): boolean {
  return left.kind === right.kind && left.statusRuleId === right.statusRuleId && left.look === right.look
}

function reasonOf({ type, isSmallStop, activityTypes }: StopRow) {
  return type === null ? null : { type, isSmallStop: isSmallStop ?? false, activityTypes: activityTypes ?? [] }
}
