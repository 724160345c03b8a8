/** By what figures are divided. */
export const DIMENSIONS = [
  'ACTIVITY',
  'CATEGORY',
  'DAY',
  'GROUP',
  'HOUR',
  'MONTH',
  'ORDER',
  'PERSON',
  'PRODUCT',
  'REASON',
  'REASON_GROUP',
  'SHIFT',
  'SOURCE',
  'STATUS',
  'TYPE',
  'WEEK',
  'WEEKDAY',
  'WORK_CENTER',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

/**
 * What is measured: factors of OEE from shift records, accepted and rejected units of one unit and the part of the target output that was accepted, time,
 * number and mean length of losses, or energy in kWh, its cost in one currency and kWh for each accepted unit.
 */
export const MEASURES = [
  'ATTAINMENT',
  'AVAILABILITY',
  'AVERAGE',
  'COUNT',
  'DURATION',
  'ENERGY',
  'ENERGY_COST',
  'ENERGY_PER_UNIT',
  'OEE',
  'OUTPUT',
  'PERFORMANCE',
  'QUALITY',
  'REJECTED',
] as const
export type Measure = (typeof MEASURES)[number]

/** Dimensions that follow the calendar; their marks stand in its order. */
export const TIME_DIMENSIONS: readonly Dimension[] = ['DAY', 'HOUR', 'MONTH', 'WEEK', 'WEEKDAY']
/** Of these the parts of the period itself are: a day, week or month of it is in no other. */
const PARTS_OF_PERIOD: readonly Dimension[] = ['DAY', 'MONTH', 'WEEK']
const OF_SHIFTS: readonly Dimension[] = ['DAY', 'GROUP', 'MONTH', 'SHIFT', 'WEEK', 'WEEKDAY', 'WORK_CENTER']
const LOSS_MEASURES: readonly Measure[] = ['AVERAGE', 'COUNT', 'DURATION']
const ENERGY_MEASURES: readonly Measure[] = ['ENERGY', 'ENERGY_COST', 'ENERGY_PER_UNIT']
const FACTORS: readonly Measure[] = ['AVAILABILITY', 'OEE', 'PERFORMANCE', 'QUALITY']
const MADE: readonly Measure[] = ['OUTPUT', 'REJECTED']
const SUMS: readonly Measure[] = ['COUNT', 'DURATION', 'ENERGY', 'ENERGY_COST', ...MADE]
const OF_REASONS: readonly Dimension[] = ['ACTIVITY', 'CATEGORY', 'REASON', 'REASON_GROUP', 'SOURCE', 'STATUS', 'TYPE']
const OF_ORDERS: readonly Dimension[] = ['ORDER', 'PRODUCT']

/** Returns whether the measure is made of losses; the others are made of shift records, their hours and segments, or of energy. */
export function isOfLosses(measure: Measure): boolean {
  return LOSS_MEASURES.includes(measure)
}

/** Returns whether the measure is made of energy. */
export function isOfEnergy(measure: Measure): boolean {
  return ENERGY_MEASURES.includes(measure)
}

/** Returns whether the measure is of units, which are never added to units of another kind (domain.md E-56). */
export function isOfUnits(measure: Measure): boolean {
  return isOfMadeUnits(measure) || measure === 'ENERGY_PER_UNIT'
}

/** Returns whether the measure is told of output: accepted or rejected units, or the part of the target that was accepted. */
export function isOfMadeUnits(measure: Measure): boolean {
  return MADE.includes(measure) || measure === 'ATTAINMENT'
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

/** Returns whether a dimension asks for what was made: records of shifts do not know it, their output segments do. */
export function isOfOrders(by: readonly Dimension[]): boolean {
  return by.some((dimension) => OF_ORDERS.includes(dimension))
}

/** Returns whether values of the dimension have an order that people know, so that they stand in it and not by their size. */
export function isOrdered(dimension: Dimension): boolean {
  return dimension === 'SHIFT' || TIME_DIMENSIONS.includes(dimension)
}

/** Returns whether the dimension cuts the period into its days, weeks or months. */
export function isPartOfPeriod(dimension: Dimension | undefined): dimension is 'DAY' | 'MONTH' | 'WEEK' {
  return dimension !== undefined && PARTS_OF_PERIOD.includes(dimension)
}

/** Returns which of the dimensions the records of shifts know, whose planned time stands beside losses; null where they are divided by hours. */
export function dimensionsOfShifts(by: readonly Dimension[]): readonly Dimension[] | null {
  return by.includes('HOUR') ? null : by.filter((dimension) => OF_SHIFTS.includes(dimension))
}

/** Returns whether the measure is OEE or a factor of it: a share of time, which a target is set for. */
export function isFactor(measure: Measure): boolean {
  return FACTORS.includes(measure)
}

/** Returns whether the measure is a share, a fraction of 1 as a rule: of time, or of the target output. */
export function isRatio(measure: Measure): boolean {
  return isFactor(measure) || measure === 'ATTAINMENT'
}

/** Returns whether values of the measure are parts of a whole. */
export function isAdditive(measure: Measure): boolean {
  return SUMS.includes(measure)
}

/**
 * Returns whether the measure can be divided by the dimension: only losses have a reason and who said it, only OEE and output an order, and energy of a
 * unit belongs to no hour. A target is that of a work center for its shifts, and so of no hour and no order.
 */
export function mayDivide(measure: Measure, dimension: Dimension): boolean {
  if (OF_REASONS.includes(dimension) || dimension === 'PERSON') return isOfLosses(measure)
  if (OF_ORDERS.includes(dimension)) return isFactor(measure) || MADE.includes(measure)
  return dimension !== 'HOUR' || (measure !== 'ENERGY_PER_UNIT' && measure !== 'ATTAINMENT')
}

/** Returns whether a question divided so can be narrowed to hours of the clock: as it could be divided by them. */
export function mayHaveHours(measure: Measure, by: readonly Dimension[]): boolean {
  return mayDivideAll(measure, [...by, 'HOUR'])
}

/** Returns whether a question divided so can be narrowed to orders and products. */
export function mayHaveOrders(measure: Measure, by: readonly Dimension[]): boolean {
  return mayDivideAll(measure, [...by, 'ORDER'])
}

/** Returns whether the measure can be divided by all of them at once: a segment of an order lies in many hours. */
export function mayDivideAll(measure: Measure, by: readonly Dimension[]): boolean {
  return by.every((dimension) => mayDivide(measure, dimension)) && !(by.includes('HOUR') && isOfOrders(by))
}
