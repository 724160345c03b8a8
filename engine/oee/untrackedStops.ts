import type { RecordSums } from './recordSums.ts'

/**
 * Returns the time of stops of records, in ms, that no loss stands for, since their status makes none (domain.md N-4): excluded time, availability
 * losses and small stops, without the time of the STATUS losses of the same records. Never below 0.
 */
export function untrackedStopMs(
  { excludedMs, availabilityLossMs, smallStopMs }: Pick<RecordSums, 'availabilityLossMs' | 'excludedMs' | 'smallStopMs'>,
  lossMs: number,
): number {
  return Math.max(0, excludedMs + availabilityLossMs + smallStopMs - lossMs)
}
