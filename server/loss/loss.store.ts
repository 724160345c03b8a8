import { sql } from 'kysely'
import type { LossSource } from '#engine/facts.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { STATUS_KINDS } from '#engine/status/statusRule.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import { toLoss } from './lossRow.ts'
import type { Loss, LossRow } from './lossRow.ts'

/** Losses of one source within `[start, end)`; `end` null = for ever. */
export type LossRange = {
  readonly workCenterId: WorkCenterId
  readonly source: LossSource
  readonly start: number
  readonly end: number | null
}

/** Returns the losses of the shift that starts at the instant, ascending by start. */
export async function listLossesOfShift(tenant: Tenant, workCenterId: WorkCenterId, shiftStart: number): Promise<readonly Loss[]> {
  const rows = await sql<LossRow>`select * from loss where company_id = ${tenant.companyId} and work_center_id = ${workCenterId}
    and shift_start_at = ${shiftStart} and is_valid order by start_at, source, part`.execute(tenant.tx)
  return rows.rows.map(toLoss)
}

/** Returns the losses of the ids that the company has. */
export async function findLosses(tenant: Tenant, ids: readonly number[]): Promise<readonly Loss[]> {
  const rows = await sql<LossRow>`select * from loss where company_id = ${tenant.companyId} and id = any(${ids}::int8[])`.execute(tenant.tx)
  return rows.rows.map(toLoss)
}

/** Returns the losses of the source within `[start, end)` of the work center, ascending; `end` null = for ever. */
export async function listLossesIn(tenant: Tenant, range: LossRange): Promise<readonly Loss[]> {
  const rows = await sql<LossRow>`select * from loss where company_id = ${tenant.companyId} and work_center_id = ${range.workCenterId}
    and source = ${range.source} and start_at < coalesce(${range.end}::int8, 9007199254740991)
    and coalesce(end_at, 9007199254740991) > ${range.start}::int8 order by start_at, part`.execute(tenant.tx)
  return rows.rows.map(toLoss)
}

/** Returns the pieces of each physical stop (work center and its start), ascending. */
export async function listChains(
  tenant: Tenant,
  chains: readonly { readonly workCenterId: WorkCenterId; readonly chainStart: number }[],
): Promise<readonly Loss[]> {
  const rows = await sql<LossRow>`select l.* from unnest(${chains.map((chain) => chain.workCenterId)}::int[],
      ${chains.map((chain) => chain.chainStart)}::int8[]) as wanted (id, start_at)
    join loss l on l.company_id = ${tenant.companyId} and l.work_center_id = wanted.id and l.chain_start_at = wanted.start_at
      and l.start_at >= wanted.start_at and l.source = 'STATUS' and l.is_valid
    order by l.work_center_id, l.start_at`.execute(tenant.tx)
  return rows.rows.map(toLoss)
}

/** Returns the physical stop that the piece belongs to: from its start to where its status ended, or its last piece where that is not known. */
export async function findStop(
  tenant: Tenant,
  loss: Pick<Loss, 'workCenterId' | 'chainStart' | 'start' | 'end' | 'kind'>,
): Promise<{ readonly start: number; readonly end: number | null; readonly kind: StatusKind }> {
  const rows = await sql<{ end_at: number | null; kind: string }>`select end_at, kind from status_interval
    where company_id = ${tenant.companyId} and work_center_id = ${loss.workCenterId} and start_at <= ${loss.chainStart}
      and coalesce(end_at, 9007199254740991) >= coalesce(${loss.end}::int8, ${loss.start}::int8)
    order by start_at desc limit 1`.execute(tenant.tx)
  const [status] = rows.rows
  if (status === undefined) return { start: loss.chainStart, end: loss.end, kind: loss.kind }
  return { start: loss.chainStart, end: status.end_at, kind: oneOf(STATUS_KINDS, status.kind) }
}

/** Returns whether a confirmed shift of the work center overlaps `[start, end)`: nothing in it changes (domain.md S-46). */
export async function isConfirmedIn(
  tenant: Tenant,
  range: { readonly workCenterId: WorkCenterId; readonly start: number; readonly end: number },
): Promise<boolean> {
  const rows = await sql<{ id: number }>`select id from shift where company_id = ${tenant.companyId}
    and work_center_id = ${range.workCenterId} and status = 'CONFIRMED' and start_at < ${range.end}::int8 and end_at > ${range.start}::int8
    limit 1`.execute(tenant.tx)
  return rows.rows.length > 0
}

/** Returns the shifts of the work center that overlap `[start, end)`. */
export async function listShiftRanges(
  tenant: Tenant,
  range: { readonly workCenterId: WorkCenterId; readonly start: number; readonly end: number },
): Promise<readonly { readonly start: number; readonly end: number }[]> {
  const rows = await sql<{ start: number; end: number }>`select start_at as start, end_at as "end" from shift
    where company_id = ${tenant.companyId} and work_center_id = ${range.workCenterId} and start_at < ${range.end}::int8
      and end_at > ${range.start}::int8 order by start_at`.execute(tenant.tx)
  return rows.rows
}

/** Locks the work centers until the transaction ends, in one order: what two people say about the same stop is written one after the other. */
export async function lockWorkCenters(tenant: Tenant, ids: readonly WorkCenterId[]): Promise<void> {
  await sql`select id from work_center where company_id = ${tenant.companyId} and id = any(${ids}::int[]) order by id for no key update`.execute(
    tenant.tx,
  )
}
