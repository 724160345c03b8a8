import type { StatusKind } from './statusRule.ts'
import type { WorkCenterState } from '#engine/workCenter/workCenterSetup.ts'

/** Inputs of the state: the committed status and the load in %, null when unknown. */
export type CurrentStateInput = {
  readonly kind: StatusKind
  readonly isEffective: boolean
  /** Whether the stop is planned: by its reason, or without one by its status. */
  readonly isPlanned: boolean
  readonly loadPercent: number | null
  readonly idleLoadThreshold: number
}

/** Percent of nominal power that a switched-off machine's sensor may still show. */
const NOISE_PERCENT = 1

/**
 * Returns the state of a work center (domain.md S-4): with load when effective at or above the idle threshold; without load when effective or
 * powered below it; else stopped, planned or not. Null without data. An effective machine of unknown load works with load.
 */
export function currentState(input: CurrentStateInput): WorkCenterState | null {
  const { kind, isEffective, isPlanned, loadPercent, idleLoadThreshold } = input
  if (kind === 'NO_DATA') return null
  if (isEffective) return loadPercent === null || loadPercent >= idleLoadThreshold ? 'WORK_WITH_LOAD' : 'WORK_WITHOUT_LOAD'
  if (isPowered(loadPercent) && loadPercent < idleLoadThreshold) return 'WORK_WITHOUT_LOAD'
  return isPlanned ? 'NOT_EMERGENCY' : 'EMERGENCY'
}

function isPowered(loadPercent: number | null): loadPercent is number {
  return loadPercent !== null && loadPercent > NOISE_PERCENT
}
