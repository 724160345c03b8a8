import type { LossInterval } from '#engine/facts.ts'

/**
 * Returns whether the loss is emitted again whenever its output segment is, from the segment's start on: speed losses and confirmed rejects
 * (domain.md S-29, S-30). Rejects registered by the device are instants and stay.
 */
export function isEmittedWithSegment({ source, start, end }: Pick<LossInterval, 'source' | 'start' | 'end'>): boolean {
  return source === 'SPEED' || (source === 'OUTPUT' && end !== null && end > start + 1)
}
