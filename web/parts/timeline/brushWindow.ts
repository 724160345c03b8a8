import { panWindow, type TimeWindow } from '#web/ui/timeWindow.ts'

export type BrushPart = 'from' | 'to' | 'whole'

const SMALLEST_MS = 5 * 60_000

/** Returns the window with one of its edges, or the whole, moved by a time: inside its bounds, and never below five minutes. */
export function brushWindow(window: TimeWindow, bounds: TimeWindow, part: BrushPart, byMs: number): TimeWindow {
  if (part === 'whole') return panWindow(window, bounds, byMs)
  const smallest = Math.min(SMALLEST_MS, bounds.to - bounds.from)
  if (part === 'from') return { from: Math.min(Math.max(bounds.from, window.from + byMs), window.to - smallest), to: window.to }
  return { from: window.from, to: Math.max(Math.min(bounds.to, window.to + byMs), window.from + smallest) }
}
