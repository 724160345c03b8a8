/** By what figures are divided. */
export const DIMENSIONS = [
  'CATEGORY',
  'DAY',
  'GROUP',
  'HOUR',
  'MONTH',
  'REASON',
  'REASON_GROUP',
  'SHIFT',
  'TYPE',
  'WEEK',
  'WEEKDAY',
  'WORK_CENTER',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** What is measured: factors of OEE from shift records, accepted units of one unit, or time, number and mean length of losses. */
export const MEASURES = ['AVAILABILITY', 'AVERAGE', 'COUNT', 'DURATION', 'OEE', 'OUTPUT', 'PERFORMANCE', 'QUALITY'] as const
export type Measure = (typeof MEASURES)[number]

/** Dimensions that follow the calendar; their marks stand in its order. */
export const TIME_DIMENSIONS: readonly Dimension[] = ['DAY', 'HOUR', 'MONTH', 'WEEK', 'WEEKDAY']
const LOSS_MEASURES: readonly Measure[] = ['AVERAGE', 'COUNT', 'DURATION']
const RATIOS: readonly Measure[] = ['AVAILABILITY', 'OEE', 'PERFORMANCE', 'QUALITY']
const SUMS: readonly Measure[] = ['COUNT', 'DURATION', 'OUTPUT']
const OF_REASONS: readonly Dimension[] = ['CATEGORY', 'REASON', 'REASON_GROUP', 'TYPE']
const OF_LOSSES_ALONE: readonly Dimension[] = ['HOUR', ...OF_REASONS]

/** Returns whether the measure is made of losses; the others are made of shift records. */
export function isOfLosses(measure: Measure): boolean {
  return LOSS_MEASURES.includes(measure)
}

/**
 * Returns whether the question is about stops alone: lost speed and rejects of a whole segment are worth time, but they are no pieces to count and
 * begin in no hour (domain.md N-2).
 */
export function isOfStops(measure: Measure, by: readonly Dimension[], hours: readonly unknown[]): boolean {
  return isOfLosses(measure) && (measure !== 'DURATION' || by.includes('HOUR') || hours.length > 0)
}

/** Returns whether a dimension asks for reasons or for what stands in their place. */
export function isOfReasons(by: readonly Dimension[]): boolean {
  return by.some((dimension) => OF_REASONS.includes(dimension))
}

/** Returns whether the measure is a share of time, a fraction of 1 as a rule. */
export function isRatio(measure: Measure): boolean {
  return RATIOS.includes(measure)
}

/** Returns whether values of the measure are parts of a whole. */
export function isAdditive(measure: Measure): boolean {
  return SUMS.includes(measure)
}

/** Returns whether the measure can be divided by the dimension: shifts have no reason and no hour. */
export function mayDivide(measure: Measure, dimension: Dimension): boolean {
  return isOfLosses(measure) || !OF_LOSSES_ALONE.includes(dimension)
}
