import type { LiveOrder } from '#engine/jobOrder/liveOrder.ts'
import { countedOutput, madeOutput } from '#engine/jobOrder/orderOutput.ts'
import type { CompanyId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { listLiveOrders } from './liveOrder.store.ts'
import type { StoredLiveOrder } from './liveOrder.store.ts'

/** An order for the hub, with the quota of its work center. */
export type QuotedOrder = { readonly order: LiveOrder; readonly quota: number | null }

/** Reads the orders of a company for the hub: the open ones of the work centers (null = all) and those of the ids. */
export type ReadLiveOrders = (
  companyId: CompanyId,
  asked: { readonly places: readonly (WorkCenterId | null)[] | null; readonly ids: readonly JobOrderId[] },
) => Promise<readonly QuotedOrder[]>

/** Returns how the hub reads job orders. */
export function liveOrderReader(database: Database): ReadLiveOrders {
  return (companyId, asked) => database.inTenant(companyId, async (tenant) => (await listLiveOrders(tenant, asked)).map(quoted))
}

function quoted({ order, output, quota }: StoredLiveOrder): QuotedOrder {
  const { confirmed } = order
  const made = output === null ? madeOutput(confirmed, { accepted: 0, rejected: 0 }) : madeOutput(output.alone, output.elsewhere)
  return { order: { ...order, counted: output?.isShared === true ? null : countedOutput(made, confirmed) }, quota }
}
