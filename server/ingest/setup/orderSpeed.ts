import { orderCycleOf } from '#engine/jobOrder/orderCycle.ts'
import type { PerformanceBasis } from '#engine/jobOrder/orderCycle.ts'

/** What a job order says about its speed, as its columns name it. */
export type SpeedRow = {
  performance_by: PerformanceBasis
  plan_cycle_time_ms: number | null
  target_speed_quantity: number | null
  target_speed_time_ms: number | null
}

/** Returns ms a unit of the order, null when it has no speed (domain.md D-46). */
export function idealCycleOfOrder(row: SpeedRow): number | null {
  return orderCycleOf({
    performanceBy: row.performance_by,
    planCycleTimeMs: row.plan_cycle_time_ms,
    targetSpeedQuantity: row.target_speed_quantity,
    targetSpeedTimeMs: row.target_speed_time_ms,
  })
}
