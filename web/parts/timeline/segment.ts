import { panWindow, type TimeWindow, zoomWindow } from '#web/ui/timeWindow.ts'

/** Where links to a segment lead on the page. */
export const TIMELINE_ID = 'timeline'

/** A selected segment takes about this share of the lane, so that even a stop of seconds is seen. */
const SEGMENT_SHARE = 0.05

/** Returns the instant of the selected segment, in UTC ms, from the query parameters of the address; null when there is none that means something. */
export function readSegment(search: Record<string, unknown>): number | null {
  const at = typeof search['sel'] === 'string' ? Date.parse(search['sel']) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** Returns the query parameter that selects the segment with the given start. */
export function writeSegment(start: number): { readonly sel: string } {
  return { sel: new Date(start).toISOString() }
}

/**
 * Returns the URL of a segment: on the tab that shows it, or from other tabs and for past shifts on the history of its shift. Times in UTC ms;
 * `shift` null = the running one.
 */
export function segmentSearch(
  known: Readonly<Record<string, unknown>>,
  {
    start,
    shift,
    now,
  }: { readonly start: number; readonly shift: { readonly start: number; readonly end: number } | null; readonly now: number },
): Record<string, unknown> {
  const isRunning = shift === null || shift.end > now
  const isRealTime = known['tab'] === undefined || known['tab'] === 'realtime'
  const selected = { ...known, at: undefined, ...writeSegment(start) }
  if (isRunning && isRealTime) return selected
  const iso = (at: number | undefined) => (isRunning || at === undefined ? undefined : new Date(at).toISOString())
  return { ...selected, tab: 'history', view: undefined, range: undefined, shift: undefined, from: iso(shift?.start), to: iso(shift?.end) }
}

/** Returns the part of the bounds in which a segment is wide enough to be seen: all of them for a long one, for a short one zoomed around it. */
export function windowFor(segment: { readonly start: number; readonly end: number }, bounds: TimeWindow): TimeWindow {
  const length = segment.end - segment.start
  const full = bounds.to - bounds.from
  if (length >= full * SEGMENT_SHARE) return bounds
  const middle = (segment.start + segment.end) / 2
  const zoomed = zoomWindow(bounds, bounds, { factor: (full * SEGMENT_SHARE) / Math.max(1, length), at: middle })
  return panWindow(zoomed, bounds, middle - (zoomed.from + zoomed.to) / 2)
}
