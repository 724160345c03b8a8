import { useMemo } from 'react'
import { HOUR_MS } from '#engine/time/durations.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import type { Range } from './RulePreview.tsx'

const RANGE_MS: Readonly<Record<Range, number>> = { '1h': HOUR_MS, '8h': 8 * HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS }
/** A window follows the clock in so many steps of its length, each of which is asked anew. */
const STEPS = 500
/** The first values of a machine are waited for, so the window follows at their heels. */
const FIRST_STEP_MS = 10_000

/** Returns the time up to now that the preview shows (ms UTC); close to now for a machine that has just begun to report. */
export function usePreviewWindow(range: Range, isBegun: boolean): { readonly from: number; readonly to: number } {
  const now = useCoarseNow(isBegun ? FIRST_STEP_MS : Math.max(60_000, RANGE_MS[range] / STEPS))
  return useMemo(() => ({ from: now - RANGE_MS[range], to: now }), [now, range])
}
