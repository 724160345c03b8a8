export const PERFORMANCE_BASES = ['CYCLE_TIME', 'SPEED'] as const
/** Whether the reference speed of an order is entered as ms a unit or as units in a time. */
export type PerformanceBasis = (typeof PERFORMANCE_BASES)[number]

/** What an order says about its speed; null = not entered. */
export type OrderSpeed = {
  readonly performanceBy: PerformanceBasis
  readonly planCycleTimeMs: number | null
  readonly targetSpeedQuantity: number | null
  readonly targetSpeedTimeMs: number | null
}

/** Returns ms a unit at the order's reference speed (domain.md D-46, D-47), null when it has none and the work center's holds. */
export function orderCycleOf({ performanceBy, planCycleTimeMs, targetSpeedQuantity, targetSpeedTimeMs }: OrderSpeed): number | null {
  if (performanceBy === 'CYCLE_TIME') return planCycleTimeMs !== null && planCycleTimeMs > 0 ? planCycleTimeMs : null
  if (targetSpeedQuantity === null || targetSpeedTimeMs === null || targetSpeedQuantity <= 0 || targetSpeedTimeMs <= 0) return null
  return targetSpeedTimeMs / targetSpeedQuantity
}
