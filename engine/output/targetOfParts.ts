import type { OrderQuantity } from '#engine/jobOrder/orderOutput.ts'
import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'
import { targetOutput } from './targetOutput.ts'

/** What was made of an order in some time, and the units that should have been; null = the time is not its own, or its speed is unknown. */
export type PlannedPart = { readonly made: OrderQuantity; readonly plan: number | null }

/** Returns the target of the parts together; null as soon as one of them made something without a plan, which would count against the plans of the others. */
export function targetOfParts(parts: readonly PlannedPart[], type: WorkCenterType): number | null {
  const plans = parts.flatMap(({ plan }) => plan ?? [])
  if (plans.length === 0 || parts.some(({ made, plan }) => plan === null && made.accepted + made.rejected > 0)) return null
  const units = plans.reduce((sum, plan) => sum + plan, 0)
  return targetOutput(units, 1, type)
}
