import { toPercentage } from '#engine/oee/percentage.ts'

export const JOB_ORDER_STATUSES = ['CANCELLED', 'COMPLETED', 'DRAFT', 'ON_HOLD', 'PLANNED', 'PROGRESS', 'TECHNICALLY_COMPLETED'] as const
export type JobOrderStatus = (typeof JOB_ORDER_STATUSES)[number]

/** Returns the status that closing gives an order (G-20): completed when enough is accepted and all its output confirmed. */
export function closedStatus(planOutput: number, accepted: number, hasUnconfirmed: boolean): 'COMPLETED' | 'TECHNICALLY_COMPLETED' {
  return accepted >= planOutput && !hasUnconfirmed ? 'COMPLETED' : 'TECHNICALLY_COMPLETED'
}

/** Returns accepted output in percent of the plan to two decimals, half up (domain.md D-51), not capped; null without a plan (domain.md S-52). */
export function progressPercent(planOutput: number | null, accepted: number): number | null {
  return planOutput === null || planOutput <= 0 ? null : (toPercentage(accepted / planOutput)?.realValue ?? null)
}
