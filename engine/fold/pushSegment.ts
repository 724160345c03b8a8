import { bookEffective, effectiveSegment } from './effectiveSegment.ts'
import type { OpenSegment } from './engineState.ts'
import type { Fold } from './fold.ts'
import { noteIssue } from './noteIssue.ts'
import { segmentRow } from './rows.ts'
import { pushSegmentLosses } from './segmentLosses.ts'

/** Makes rows of a segment and its losses as of the instant, and adds its held-back output to its window and hours. */
export function pushSegment(fold: Fold, segment: OpenSegment, until: number): void {
  const effective = effectiveSegment(segment, fold.compiled)
  bookEffective(fold, segment, effective)
  pushSegmentLosses(fold, segment, effective, until)
  fold.rows.outputs.push(segmentRow(segment, effective, fold.compiled.setup.units ?? []))
  const [window] = fold.windows
  if (segment.isMismatch && window) noteIssue(window, 'COUNTER_MISMATCH')
}
