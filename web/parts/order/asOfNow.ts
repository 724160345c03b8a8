import type { OrderActBody } from './orderAct.ts'

/** Refused for when it was done: tried again as it was said, it is refused again. */
const FOR_ITS_TIME: readonly string[] = ['RUN_OVERLAP', 'RUN_TOO_SHORT', 'SHIFT_CONFIRMED', 'START_IN_FUTURE', 'START_TOO_EARLY', 'TOO_OLD']

/** Returns the act as it is when it is done now; null where it was not refused for its time. */
export function asOfNow({ at: _at, ...body }: OrderActBody, code: string, now: number): OrderActBody | null {
  return FOR_ITS_TIME.includes(code) ? { ...body, tappedAt: new Date(now).toISOString() } : null
}
