import { MINUTE_MS } from '#engine/time/durations.ts'

/** The figure of a shift is judged so long after its end. */
export const SHIFT_SETTLES_MS = 5 * MINUTE_MS
