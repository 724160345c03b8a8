import type { Interval } from '#engine/time/interval.ts'
import { intersect } from '#engine/time/interval.ts'
import type { StatusStretch } from './checklist.ts'

/** A piece of a shift in which counted time passes or stands still. */
export type CountedPiece = Interval & { readonly counts: boolean }

/**
 * Returns the pieces of all shifts within the window, cut where counting begins or ends and at `cuts` (domain.md CL-1). Time outside shifts has no
 * piece. With `pauses` only time in which the machine works counts.
 */
export function countedPieces(
  { shifts, statuses }: { readonly shifts: readonly Interval[]; readonly statuses: readonly StatusStretch[] },
  window: Interval,
  { pauses, cuts = [] }: { readonly pauses: boolean; readonly cuts?: readonly number[] },
): readonly CountedPiece[] {
  const running = pauses ? statuses.filter((one) => one.isRunning).map(({ start, end }) => ({ start, end: end ?? Infinity })) : []
  return shifts.flatMap((shift) => {
    const inside = intersect(shift, window)
    if (inside === null) return []
    const borders = new Set([inside.start])
    for (const cut of cuts) if (inside.start < cut && cut < inside.end) borders.add(cut)
    for (const one of running) {
      const common = intersect(one, inside)
      if (common === null) continue
      borders.add(common.start)
      if (common.end < inside.end) borders.add(common.end)
    }
    const starts = [...borders].toSorted((left, right) => left - right)
    return starts.map((start, index) => ({
      start,
      end: starts[index + 1] ?? inside.end,
      counts: !pauses || running.some((one) => one.start <= start && start < one.end),
    }))
  })
}

/** Returns the first instant within a piece by which so much time was counted; null = not within the pieces, which begin where counting does. */
export function instantAfter(pieces: readonly CountedPiece[], neededMs: number): number | null {
  let counted = 0
  for (const { start, end, counts } of pieces) {
    if (counted >= neededMs) return start
    if (!counts) continue
    if (counted + end - start > neededMs) return start + neededMs - counted
    counted += end - start
  }
  return null
}
