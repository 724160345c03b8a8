import { periodOf } from '#engine/time/statPeriod.ts'
import type { Dimension } from './dimensions.ts'

/** So many days side by side are told apart, on a screen and on paper: two months. */
export const MOST_DRAWN_DAYS = 62

/**
 * Returns by what a chart draws values of the dimension: of more than 62 days by week, since thinner marks are told apart by nobody; all else as it is. Tables keep
 * every day (domain.md N-22).
 */
export function drawnDimension(dimension: Dimension, keys: number): Dimension {
  return dimension === 'DAY' && keys > MOST_DRAWN_DAYS ? 'WEEK' : dimension
}

/** Returns under which key a chart draws a value of `dimension` that it draws by `drawn`: of a day the Monday of its week. */
export function drawnKey(dimension: Dimension, drawn: Dimension, key: string): string {
  return dimension === 'DAY' && drawn === 'WEEK' ? periodOf('WEEK', key).from : key
}
