import type { LossInterval } from '#engine/facts.ts'

/**
 * Returns whether the loss is emitted again whenever its output segment is, from the segment's start on: speed losses and rejects that
 * are one loss a segment, or confirmed (domain.md S-29, S-30). Where an amount of rejects makes a loss, it is an instant and stays.
 */
export function isEmittedWithSegment({ source, start, end }: Pick<LossInterval, 'source' | 'start' | 'end'>): boolean {
  return source === 'SPEED' || (source === 'OUTPUT' && end !== null && end > start + 1)
}
