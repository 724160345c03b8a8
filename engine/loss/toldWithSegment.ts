import type { LossInterval } from '#engine/facts.ts'

/**
 * Returns whether the loss is told anew each time that its output segment is, from the segment's start on: what running lost, and rejects that were
 * confirmed in sum (domain.md S-29, S-30). Rejects that the device registered are instants and stay.
 */
export function isToldWithSegment({ source, start, end }: Pick<LossInterval, 'source' | 'start' | 'end'>): boolean {
  return source === 'SPEED' || (source === 'OUTPUT' && end !== null && end > start + 1)
}
