import type { Problem } from '#engine/result.ts'
import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'
import { splitEvenly } from './distributeOutput.ts'
import { problemsOfUnits } from './postingRules.ts'

/**
 * Returns why accepted units do not fill so many containers: each takes a piece at least, of metres a thousandth (domain.md O-1); null where they do, and
 * where they are no such units, which problemsOfUnits tells.
 */
export function problemOfContainers(accepted: number, count: number, type: WorkCenterType): Problem | null {
  if (isNoNumber(accepted, type)) return null
  const max = type === 'CONTINUOUS' ? Math.round(accepted * 1000) : accepted
  return count > max ? { code: 'VALUE_OUT_OF_RANGE', field: 'containerCodes', params: { value: count, min: 0, max } } : null
}

/**
 * Returns the accepted units by container: split evenly, larger parts first (domain.md O-1). What problemsOfUnits refuses stays whole, so that nothing of
 * it is rounded away before.
 */
export function unitsByContainer(accepted: number, count: number, type: WorkCenterType): readonly number[] {
  const isWhole = count < 2 || isNoNumber(accepted, type)
  return isWhole ? [accepted] : splitEvenly(accepted, count, type)
}

function isNoNumber(accepted: number, type: WorkCenterType): boolean {
  return problemsOfUnits({ accepted, rejected: 0 }, type).some(({ code }) => code !== 'OUTPUT_NOT_POSITIVE')
}
