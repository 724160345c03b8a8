import { sql } from 'kysely'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { OrderSpeed } from '#engine/jobOrder/orderCycle.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** An open order as far as it decides when those after it begin. */
export type WaitingOrder = OrderSpeed & {
  readonly id: JobOrderId
  readonly workCenterId: WorkCenterId
  readonly status: JobOrderStatus
  readonly rank: number | null
  readonly planOutput: number | null
  /** Units a minute; null = none. */
  readonly placeSpeed: number | null
}

/** Returns the open orders of the work centers that the orders belong to, drafts aside. */
export async function listWaitingBeside(tenant: Tenant, ids: readonly JobOrderId[]): Promise<readonly WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`select j.id, j.work_center_id as "workCenterId", j.status, j.queue_rank as rank,
      j.plan_output as "planOutput", j.performance_by as "performanceBy", j.plan_cycle_time_ms as "planCycleTimeMs",
      j.target_speed_quantity as "targetSpeedQuantity", j.target_speed_time_ms as "targetSpeedTimeMs", w.target_speed as "placeSpeed"
    from job_order j join work_center w on w.company_id = j.company_id and w.id = j.work_center_id
    where j.company_id = ${tenant.companyId} and j.status in ('PLANNED', 'ON_HOLD', 'PROGRESS') and j.work_center_id in
      (select work_center_id from job_order where company_id = ${tenant.companyId} and id = any(${ids}::int[]))
    order by j.queue_rank, j.id`.execute(tenant.tx)
  return rows
}
