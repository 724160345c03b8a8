import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { Tenant } from '#server/db/database.ts'
import { storedViews } from '#server/ingest/storedViews.ts'
import type { LiveBus } from './liveBus.ts'

export type CurrentViewsDeps = {
  readonly live: Pick<LiveBus, 'latest'>
  readonly inTenant: <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>
  readonly now: () => number
}

/** Returns the work centers as they are now, by id: as they were last published, and the others from their stored states. Opens a transaction only for those. */
export async function currentViews(
  { live, inTenant, now }: CurrentViewsDeps,
  companyId: CompanyId,
  workCenterIds: readonly WorkCenterId[],
): Promise<ReadonlyMap<WorkCenterId, LiveWorkCenter>> {
  const views = new Map<WorkCenterId, LiveWorkCenter>()
  for (const id of workCenterIds) {
    const published = live.latest(companyId, id)
    if (published !== undefined) views.set(id, published)
  }
  const silent = workCenterIds.filter((id) => !views.has(id))
  if (silent.length === 0) return views
  return new Map([...views, ...(await inTenant((tenant) => storedViews(tenant, silent, now())))])
}
