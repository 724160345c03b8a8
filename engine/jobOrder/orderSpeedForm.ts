import { numberProblem } from '#engine/fields/fieldRules.ts'
import type { Problem } from '#engine/result.ts'
import type { OrderSpeed } from './orderCycle.ts'

/** A cycle longer than this, and a speed over a longer time, is none. */
const LONGEST_MS = 31 * 24 * 3_600_000
const QUANTITY_LIMIT = 1_000_000_000

/** Returns what is wrong with a speed as people enter it, one problem a field (domain.md D-46). */
export function problemsOfSpeed(speed: OrderSpeed): readonly Problem[] {
  return [
    timeProblem('planCycleTime', speed.planCycleTimeMs),
    numberProblem('targetSpeedQuantity', speed.targetSpeedQuantity, { above: 0, below: QUANTITY_LIMIT }),
    timeProblem('targetSpeedTime', speed.targetSpeedTimeMs),
  ].filter((problem) => problem !== null)
}

/** What is wrong with a time in ms, told in seconds. */
function timeProblem(field: string, ms: number | null): Problem | null {
  return numberProblem(field, ms === null ? null : ms / 1000, { above: 0, max: LONGEST_MS / 1000 })
}
