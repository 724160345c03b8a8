import { countedOutput } from '#engine/jobOrder/orderOutput.ts'
import type { OutputCount } from '#engine/facts.ts'
import type { JobOrderId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listSharedSegments } from './sharedOutput.store.ts'
import type { SharedSegment } from './sharedOutput.store.ts'

/** What a device counted for several orders and nobody confirmed yet, and for which. */
export type SharedOutput = { readonly counted: OutputCount; readonly orderIds: readonly JobOrderId[] }

/** Returns what waits of the segments that the orders share with others by turns (domain.md J-6); nothing of an order that shares none. */
export async function sharedOutput(tenant: Tenant, ids: readonly JobOrderId[]): Promise<ReadonlyMap<JobOrderId, SharedOutput>> {
  const rows = await listSharedSegments(tenant, ids)
  return new Map(
    [...Map.groupBy(rows, ({ jobOrderId }) => jobOrderId)].map(([id, segments]) => [
      id,
      {
        counted: segments.map(waiting).reduce(sum, { total: 0, accepted: 0, rejected: 0 }),
        orderIds: [...new Set(segments.flatMap(({ orderIds }) => orderIds))].toSorted((one, other) => one - other),
      },
    ]),
  )
}

function waiting({ total, accepted, rejected, confirmedAccepted, confirmedRejected }: SharedSegment): OutputCount {
  const confirmed = { accepted: confirmedAccepted, rejected: confirmedRejected }
  return countedOutput({ total, accepted, rejected: Math.max(rejected, confirmedRejected) }, confirmed)
}

function sum(one: OutputCount, other: OutputCount): OutputCount {
  const add = (a: number, b: number) => Math.round((a + b) * 1000) / 1000
  return { total: add(one.total, other.total), accepted: add(one.accepted, other.accepted), rejected: add(one.rejected, other.rejected) }
}
