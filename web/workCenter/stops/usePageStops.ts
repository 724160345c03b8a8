import { createContext, useContext } from 'react'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { Stop, StopList } from '#web/parts/classify/stops.view.ts'
import type { Classify } from '#web/parts/classify/useClassify.ts'
import type { ShiftStops } from './useShiftStops.ts'

export type ShownStops = ShiftStops & {
  readonly bounds: TimeWindow
  readonly list: StopList
  readonly classify: Classify
  readonly mayClassify: boolean
  /** The newest stop without a reason that the viewer may classify; null without any. */
  readonly next: Stop | null
  /** Opens the reasons of a stop, or closes them. */
  readonly ask: (stop: Stop | null) => void
}

export const PageStopsContext = createContext<ShownStops | null>(null)

/** Returns the stops of the page's shift; only within `PageStops`. */
export function usePageStops(): ShownStops {
  const stops = useContext(PageStopsContext)
  if (stops === null) throw new Error('usePageStops stands outside PageStops')
  return stops
}
