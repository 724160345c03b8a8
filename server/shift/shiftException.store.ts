import { sql } from 'kysely'
import type { ShiftException } from '#engine/shift/shiftSchedule.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ScheduleOwner } from './shiftSchedule.store.ts'

/** A holiday or an extra working day of an owner, with its name. */
export type StoredException = ShiftException & { readonly name: string; readonly workCenterId: ScheduleOwner }

/** Returns the exceptions of the owner, ascending by date. */
export async function listExceptions(tenant: Tenant, owner: ScheduleOwner): Promise<readonly StoredException[]> {
  return (await listExceptionsOf(tenant, [owner])).get(owner) ?? []
}

/** Returns the same for each of the owners that has some, in one statement. */
export async function listExceptionsOf(
  tenant: Tenant,
  owners: readonly ScheduleOwner[],
): Promise<ReadonlyMap<ScheduleOwner, readonly StoredException[]>> {
  const { rows } = await sql<StoredException>`
    select exception_date as date, is_working as "isWorking", name, work_center_id as "workCenterId"
    from shift_exception where company_id = ${tenant.companyId} and work_center_id = any(${[...owners]}::int[])
    order by work_center_id, exception_date`.execute(tenant.tx)
  return Map.groupBy(rows, ({ workCenterId }) => workCenterId)
}

/** Stores the exceptions in the place of those of their dates. */
export async function upsertExceptions(
  tenant: Tenant,
  owner: ScheduleOwner,
  exceptions: readonly Omit<StoredException, 'workCenterId'>[],
): Promise<void> {
  if (exceptions.length === 0) return
  await tenant.tx
    .insertInto('shift_exception')
    .values(
      exceptions.map(({ date, isWorking, name }) => ({
        company_id: tenant.companyId,
        work_center_id: owner,
        exception_date: date,
        is_working: isWorking,
        name,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'work_center_id', 'exception_date']).doUpdateSet((set) => ({
        is_working: set.ref('excluded.is_working'),
        name: set.ref('excluded.name'),
      })),
    )
    .execute()
}

/** Removes the owner's exceptions of the dates. */
export async function deleteExceptions(tenant: Tenant, owner: ScheduleOwner, dates: readonly string[]): Promise<void> {
  await sql`delete from shift_exception where company_id = ${tenant.companyId} and work_center_id = ${owner}
    and exception_date = any(${dates}::date[])`.execute(tenant.tx)
}
