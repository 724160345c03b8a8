import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'

type Range = { readonly workCenterId: WorkCenterId; readonly start: number; readonly end: number }

/**
 * Returns the refusal SHIFT_CONFIRMED of the first confirmed shift of the work center that overlaps `[start, end)`, with its id, name and day, so that
 * screens lead to where it is reopened; null for none (domain.md S-46).
 */
export async function problemOfConfirmedShift(tenant: Tenant, { workCenterId, start, end }: Range): Promise<Problem | null> {
  const { rows } = await sql<{
    readonly shiftId: number
    readonly shift: string
    readonly day: string
  }>`select id as "shiftId", name as shift, shift_date::text as day from shift where company_id = ${tenant.companyId}
    and work_center_id = ${workCenterId} and status = 'CONFIRMED' and start_at > ${start - LONGEST_SHIFT_MS}::int8 and start_at < ${end}::int8
    and end_at > ${start}::int8 order by start_at limit 1`.execute(tenant.tx)
  const [shift] = rows
  return shift === undefined ? null : { code: 'SHIFT_CONFIRMED', params: { ...shift } }
}

/** Refuses what would change a confirmed shift of the work center in the stretch. */
export async function requireUnconfirmed(
  tenant: Tenant,
  range: Range,
  { field, params = {} }: { readonly field?: string; readonly params?: Readonly<Record<string, number | string>> } = {},
): Promise<void> {
  const problem = await problemOfConfirmedShift(tenant, range)
  if (problem !== null) throw new Refusal({ ...problem, ...(field !== undefined && { field }), params: { ...params, ...problem.params } })
}
