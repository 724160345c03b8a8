import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { ALL_LOSSES } from './lossFilter.store.ts'
import { totalLosses } from './lossList.store.ts'
import type { LossTotal } from './lossList.store.ts'
import { hastySharesOf } from './reasonUsage.store.ts'

/** How often a reason was given, and for how long. */
export type ReasonUsage = Pick<LossTotal, 'count' | 'durationMs'> & {
  /** null = of none it is known how people came to it. */
  readonly hastyShare: number | null
}

/** Returns the usage of every reason that losses of the work centers have in the period, as the list of losses counts it; null = all work centers. */
export async function usageOfReasons(
  tenant: Tenant,
  asked: { readonly workCenterIds: readonly WorkCenterId[] | null; readonly start: number; readonly end: number },
  now: number,
): Promise<ReadonlyMap<LossReasonId, ReasonUsage>> {
  const { workCenterIds, start, end } = asked
  const totals = await totalLosses(tenant, { ...ALL_LOSSES, workCenterIds, periodFrom: start, periodTo: end }, now)
  const hasty = await hastySharesOf(tenant, asked)
  return new Map(
    totals.flatMap(({ reasonId, count, durationMs }) =>
      reasonId === null ? [] : [[reasonId, { count, durationMs, hastyShare: hasty.get(reasonId) ?? null }] as const],
    ),
  )
}
