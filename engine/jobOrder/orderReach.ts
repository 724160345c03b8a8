import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'

/** Whether an order in progress has reached its plan, as far as it was looked at; instants in ms UTC. */
export type OrderReach = {
  readonly lookAt: number
  /** Units by which it was judged. */
  readonly plan: number
  /** When it was found to have reached its plan; null = it has not. */
  readonly reachedAt: number | null
  /** When it stopped, or its plan was raised; null = it goes on. */
  readonly endedAt: number | null
}

/** An order in progress: its accepted units and since when it has been worked on. */
export type OrderMade = { readonly made: number; readonly plan: number; readonly startedAt: number }

const SOONEST_MS = 30 * SECOND_MS
const LATEST_MS = 10 * MINUTE_MS

/**
 * Returns how an order in progress stands (domain.md T-4): reached with its planned units, no longer when the plan was raised, and never when late data or a
 * correction took units away. It is looked at again after half the time that the rest takes at its own pace, at most ten minutes later.
 */
export function nextReach(known: OrderReach | null, { made, plan, startedAt }: OrderMade, now: number): OrderReach {
  const isReached = known !== null && known.reachedAt !== null && known.endedAt === null
  if (made >= plan) return { lookAt: now + LATEST_MS, plan, reachedAt: isReached ? known.reachedAt : now, endedAt: null }
  const lookAt = now + pauseMs({ made, plan, startedAt }, now)
  if (!isReached) return { lookAt, plan, reachedAt: known?.reachedAt ?? null, endedAt: known?.endedAt ?? null }
  return plan > known.plan ? { lookAt, plan, reachedAt: known.reachedAt, endedAt: now } : { lookAt, plan, reachedAt: null, endedAt: null }
}

function pauseMs({ made, plan, startedAt }: OrderMade, now: number): number {
  const agoMs = Math.max(0, now - startedAt)
  const restMs = made > 0 ? ((plan - made) / made) * agoMs : agoMs
  return Math.round(Math.min(LATEST_MS, Math.max(SOONEST_MS, restMs / 2)))
}
