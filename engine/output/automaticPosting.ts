import type { PostingSegment } from './postingSegments.ts'
import { remainingOutput } from './remainingOutput.ts'

/** When the product confirms what was counted: never, when its order is closed, or after the end of the shift (domain.md O-19). */
export const AUTO_CONFIRM_TIMES = ['OFF', 'ON_CLOSE', 'ON_SHIFT_END'] as const

/** What the product confirms of a segment for one order, or why it leaves that to people. */
export type AutomaticPosting =
  | { readonly accepted: number; readonly rejected: number }
  /** SHARED_OUTPUT: several orders counted together, so that nobody knows whose it is. */
  | { readonly problem: 'SHARED_OUTPUT' }

/** Returns what waits in the segment, all of it; null when nothing waits or the device counts on (domain.md O-19). */
export function automaticPosting(segment: PostingSegment): AutomaticPosting | null {
  const { accepted, rejected, total } = remainingOutput(segment)
  if (segment.end === null || segment.isClosed || total <= 0) return null
  return segment.orderCount > 1 && segment.strokes === null ? { problem: 'SHARED_OUTPUT' } : { accepted, rejected }
}
