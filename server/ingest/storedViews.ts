import { CompiledQuery } from 'kysely'
import type { QueryResultRow } from 'pg'
import type { WorkCenterId } from '#engine/ids.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { liveView } from '#engine/workCenter/liveView.ts'
import { initialState } from '#engine/advance.ts'
import type { Tenant } from '#server/db/database.ts'
import { loadStatesOf } from './derive/stateWriter.ts'
import { workCenterKey } from './setup/setupQuery.ts'
import type { Queries } from './setup/setupQuery.ts'
import { loadSetups, setupSince } from './setupStore.ts'

/**
 * Returns the live views of work centers by id, from their stored engine states: what this process shows of work centers whose samples it does
 * not fold. A work center without a device has none.
 */
export async function storedViews(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
  now: number,
): Promise<ReadonlyMap<WorkCenterId, LiveWorkCenter>> {
  await tenant.settle?.(workCenterIds, Infinity)
  const queries = queriesOf(tenant)
  const refs = workCenterIds.map((workCenterId) => ({ companyId: tenant.companyId, workCenterId }))
  const stored = await loadStatesOf(queries, refs)
  const states = new Map(stored.map((row) => [row.work_center_id, row.state ?? initialState()]))
  const asked = refs.flatMap((ref) => {
    const state = states.get(ref.workCenterId)
    return state === undefined ? [] : [{ ref, state, since: setupSince(state, now) }]
  })
  const setups = await loadSetups(
    queries,
    asked.map(({ ref, since }) => ({ ...ref, since })),
  )
  return new Map(
    asked.flatMap(({ ref, state }) => {
      const loaded = setups.get(workCenterKey(ref))
      return loaded === undefined ? [] : [[ref.workCenterId, liveView(state, now, loaded.setup)] as const]
    }),
  )
}

/** Statements of ingest within a tenant's transaction: row-level security stands behind them. */
function queriesOf({ tx }: Tenant): Queries {
  return {
    query: async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      tx.executeQuery<Row>(CompiledQuery.raw(text, values)),
  }
}
