/** A stretch of time that a lane or chart shows, in UTC ms. */
export type TimeWindow = { readonly from: number; readonly to: number }

const SMALLEST_MS = 5 * 60_000

/** Space beside every plot on the shared time axis, in px, so that the same instant has the same x. */
export const GUTTER_LEFT = 48
export const GUTTER_RIGHT = 20

/** Returns the window zoomed by a factor (2 = half as wide) around an instant, inside its bounds and never below five minutes. */
export function zoomWindow(window: TimeWindow, bounds: TimeWindow, zoom: { readonly factor: number; readonly at: number }): TimeWindow {
  const full = bounds.to - bounds.from
  const length = Math.min(full, Math.max(SMALLEST_MS, (window.to - window.from) / zoom.factor))
  const share = (zoom.at - window.from) / (window.to - window.from)
  return moveInside({ from: zoom.at - length * share, to: zoom.at + length * (1 - share) }, bounds)
}

/** Returns the window moved by a time, inside its bounds. */
export function panWindow(window: TimeWindow, bounds: TimeWindow, byMs: number): TimeWindow {
  return moveInside({ from: window.from + byMs, to: window.to + byMs }, bounds)
}

/** Returns the window moved as little as possible so that an instant is in it. */
export function revealInstant(window: TimeWindow, bounds: TimeWindow, at: number): TimeWindow {
  const margin = (window.to - window.from) * 0.1
  if (at < window.from) return panWindow(window, bounds, at - margin - window.from)
  return at > window.to ? panWindow(window, bounds, at + margin - window.to) : window
}

/** Returns the place of an instant in a plot of `width` px. */
export function xOf(at: number, window: TimeWindow, width: number): number {
  return ((at - window.from) / (window.to - window.from)) * width
}

function moveInside(window: TimeWindow, bounds: TimeWindow): TimeWindow {
  const length = Math.min(window.to - window.from, bounds.to - bounds.from)
  const from = Math.min(Math.max(window.from, bounds.from), bounds.to - length)
  return { from, to: from + length }
}
