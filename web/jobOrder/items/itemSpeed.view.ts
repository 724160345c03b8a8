import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { PerformanceBasis } from '#engine/jobOrder/orderCycle.ts'
import type { ItemStandardInput, ItemStandardShownFragment } from '#web/api/generated/graphql.ts'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'

/** How fast a product is made at a work center as it is typed: by seconds a unit or by units a minute, with the scrap that is usual there. */
export type SpeedValues = {
  readonly workCenterId: string
  readonly performanceBy: PerformanceBasis
  readonly planCycleTime: string
  readonly targetSpeedQuantity: string
  readonly scrapPercent: string
}

export const NO_SPEED: SpeedValues = {
  workCenterId: '',
  performanceBy: 'CYCLE_TIME',
  planCycleTime: '',
  targetSpeedQuantity: '',
  scrapPercent: '',
}

const MINUTE_S = MINUTE_MS / SECOND_MS

/** Returns the values of a work center: what is said of it so far, else nothing. */
export function valuesOfStandard(workCenterId: string, standards: readonly ItemStandardShownFragment[], locale: string): SpeedValues {
  const standard = standards.find((one) => String(one.workCenterId) === workCenterId)
  if (standard === undefined) return { ...NO_SPEED, workCenterId }
  return {
    workCenterId,
    performanceBy: standard.performanceBy,
    planCycleTime: numberText(standard.planCycleTime, locale),
    targetSpeedQuantity: numberText(unitsAMinute(standard), locale),
    scrapPercent: numberText(standard.scrapPercent, locale),
  }
}

/** Returns the speed as units a minute, whatever time it was said in; null where none was said. */
export function unitsAMinute({
  targetSpeedQuantity,
  targetSpeedTime,
}: Pick<ItemStandardShownFragment, 'targetSpeedQuantity' | 'targetSpeedTime'>): number | null {
  if (targetSpeedQuantity === null || targetSpeedTime === null || targetSpeedTime <= 0) return null
  return Number(((targetSpeedQuantity * MINUTE_S) / targetSpeedTime).toFixed(6))
}

/** Returns what to save: the way that is not chosen keeps what was said of it. */
export function inputOfSpeed(
  { performanceBy, planCycleTime, targetSpeedQuantity, scrapPercent }: SpeedValues,
  locale: string,
): ItemStandardInput {
  const scrap = { scrapPercent: readNumber(scrapPercent, locale) }
  if (performanceBy === 'SPEED')
    return { performanceBy, targetSpeedQuantity: readNumber(targetSpeedQuantity, locale), targetSpeedTime: MINUTE_S, ...scrap }
  return { performanceBy, planCycleTime: readNumber(planCycleTime, locale), ...scrap }
}
