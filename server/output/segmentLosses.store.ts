import { sql } from 'kysely'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { selectedFrom } from '#server/db/selection.ts'
import { LOSS_COLUMNS, toLoss } from '#server/loss/lossRow.ts'
import type { Loss, LossRow } from '#server/loss/lossRow.ts'

/** A loss, and the output segment whose time it touches. */
export type SegmentLoss = { readonly segmentId: number; readonly loss: Loss }

/** Valid losses `l` of the work center of a segment `s` that touch its time: stops, lost speed and rejects. No loss crosses the end of its shift. */
const touching = (now: number) => sql<boolean>`l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.is_valid
  and l.start_at < coalesce(s.end_at, ${now}::int8) and l.start_at > s.start_at - ${LONGEST_SHIFT_MS}::int8
  and coalesce(l.end_at, ${now}::int8) > s.start_at`

/** Returns the first so many losses of each output segment, ascending by their start; `now` ends an open one. */
export async function listSegmentLosses(
  tenant: Tenant,
  ids: readonly number[],
  { first, now }: { readonly first: number; readonly now: number },
): Promise<readonly SegmentLoss[]> {
  const { rows } = await sql<LossRow & { readonly segmentId: number }>`select s.id as "segmentId", few.*
    from output_segment s
    cross join lateral (select ${selectedFrom('l', LOSS_COLUMNS)} from loss l where ${touching(now)} order by l.start_at, l.id limit ${first}) few
    where s.company_id = ${tenant.companyId} and s.id = any(${ids}::int8[]) order by s.id, few.start, few.id`.execute(tenant.tx)
  return rows.map(({ segmentId, ...row }) => ({ segmentId, loss: toLoss(row) }))
}

/** Returns how many losses touch the time of each output segment that has any. */
export async function countSegmentLosses(tenant: Tenant, ids: readonly number[], now: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ readonly segmentId: number; readonly count: number }>`select s.id as "segmentId", few.count
    from output_segment s
    cross join lateral (select count(*)::int as count from loss l where ${touching(now)}) few
    where s.company_id = ${tenant.companyId} and s.id = any(${ids}::int8[]) and few.count > 0`.execute(tenant.tx)
  return new Map(rows.map(({ segmentId, count }) => [segmentId, count]))
}
