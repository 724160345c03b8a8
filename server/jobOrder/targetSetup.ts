import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { findWorkCenters, raiseSetupVersion } from '#server/workCenter/workCenter.store.ts'
import type { OrderContent } from './jobOrderEdit.store.ts'
import type { OrderDeps } from './orderDeps.ts'

type Windowed = Pick<OrderContent, 'planEnd' | 'planOutput' | 'planStart' | 'workCenterId'>

/**
 * Returns those of the work centers of the orders whose target follows from plan windows, with their setup raised: what is planned there changed (domain.md
 * G-21). Their card is told by `reloadTargets` after the commit.
 */
export async function raiseTargets(tenant: Tenant, orders: readonly Windowed[]): Promise<readonly WorkCenterId[]> {
  const windowed = orders.filter((one) => one.planStart !== null && one.planEnd !== null && one.planOutput !== null)
  const places = [...new Set(windowed.map((one) => one.workCenterId).filter((id) => id !== null))]
  if (places.length === 0) return []
  const byPlan = (await findWorkCenters(tenant, places)).filter((one) => one.targetOutputCalculationType === 'BY_JOB_ORDERS_CYCLE_TIME')
  for (const { id } of byPlan.toSorted((a, b) => a.id - b.id)) await raiseSetupVersion(tenant, id)
  return byPlan.map(({ id }) => id)
}

/** Has the setup of the work centers read again. */
export async function reloadTargets(
  { ingest }: Pick<OrderDeps, 'ingest'>,
  companyId: CompanyId,
  places: readonly WorkCenterId[],
): Promise<void> {
  await Promise.all([...new Set(places)].map((workCenterId) => ingest.reload({ companyId, workCenterId })))
}
