import type { Cursor } from '#web/ui/cursor.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'

/** What every lane of the history shares: one axis, one cursor. */
export type Axis = {
  readonly window: TimeWindow
  readonly bounds: TimeWindow
  /** px of the plots. */
  readonly width: number
  readonly now: number
  readonly cursor: Cursor
  readonly onWindow: (window: TimeWindow) => void
  readonly onZoom: (factor: number, at: number) => void
}
