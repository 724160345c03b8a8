import { useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { mayReadOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import { useStatusTrail } from '#web/api/live.ts'
import { instant } from '#web/api/liveFromQuery.ts'
import { useViewer } from '#web/api/viewer.ts'
import { withTexts } from '#web/texts/language.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { readSegment, windowFor } from '#web/parts/timeline/segment.ts'
import { explainSpans } from '#web/parts/timeline/explainSpans.ts'
import { statusSpans, trailAfter } from '#web/parts/timeline/statusSpans.ts'
import { COARSE, useMedia } from '#web/parts/list/table/useMedia.ts'
import type { OrderPanelProps } from '#web/parts/order/OrderPanel.tsx'
import { isPlaceKnown, placeOfOrders, useShortWait } from '#web/parts/order/panelPlace.ts'
import { Timeline } from '#web/parts/timeline/Timeline.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { createCursor } from '#web/ui/cursor.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { RealTimeDetailsProps } from './realTime/RealTimeDetails.tsx'
import { CurrentValues } from './CurrentValues.tsx'
import { OutputPanel } from './OutputPanel.tsx'
import classes from './RealTimeTab.module.css'
import { SignalPanel } from './SignalPanel.tsx'
import { expectedStops, stopOf } from '#web/parts/classify/stops.view.ts'
import { StopsPanel } from '../stops/StopsPanel.tsx'
import { usePageStops } from '../stops/usePageStops.ts'
import type { LoadedWorkCenter } from './WorkCenterHeader.tsx'

const RealTimeDetails = lazyPart<RealTimeDetailsProps>(() =>
  withTexts('sensorName', withTexts('realTime', import('./realTime/RealTimeDetails.tsx'))).then((module) => ({
    default: module.RealTimeDetails,
  })),
)

const OrderPanel = lazyPart<OrderPanelProps>(() =>
  withTexts('order', import('#web/parts/order/OrderPanel.tsx')).then((module) => ({ default: module.OrderPanel })),
)

/** Returns the current shift of a work center: timeline, signal and output on one time axis and one cursor, the last stops and the values now. */
export function RealTimeTab({ workCenter }: { readonly workCenter: LoadedWorkCenter }) {
  const trail = useStatusTrail(workCenter.id)
  const readAt = workCenter.live ? instant(workCenter.live.at) : null
  const [cursor] = useState(createCursor)
  const { bounds, losses, ask } = usePageStops()
  const [zoomed, setZoomed] = useState<{ readonly bounds: TimeWindow; readonly window: TimeWindow } | null>(null)
  // A zoom belongs to the bounds it was made in: the next shift begins whole.
  const window = zoomed?.bounds === bounds ? zoomed.window : bounds
  const setWindow = (next: TimeWindow) => setZoomed({ bounds, window: next })
  const spans = useMemo(
    () => explainSpans(statusSpans(workCenter.shiftStrip, trailAfter(trail, readAt)), losses),
    [workCenter.shiftStrip, trail, readAt, losses],
  )
  const expected = useMemo(() => expectedStops(workCenter.shiftStrip), [workCenter.shiftStrip])
  const search = useSearch({ from: '/boxes/$deviceId' })
  const selectedAt = readSegment(search)
  useEffect(() => {
    const span = selectedAt === null ? undefined : spans.findLast(({ start }) => start <= selectedAt)
    if (span) setZoomed({ bounds, window: windowFor({ start: span.start, end: span.end ?? serverNow() }, bounds) })
    // Only what is chosen moves the view, not what happens meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [selectedAt, bounds])
  // Whoever works by touch came to give a reason; a chart is for whoever looks closer.
  const isTouched = useMedia(COARSE)
  const stops = (
    <div className={`${classes['panel']} ${isTouched ? classes['wide'] : ''}`} data-stops>
      <StopsPanel expected={expected} />
    </div>
  )
  const mayRead = mayReadOrders(useViewer())
  const held = useHeld(workCenter.id, isTouched && mayRead)
  const orders = mayRead && (
    <div className={`${classes['panel']} ${isTouched ? classes['wide'] : ''}`} data-orders>
      <Suspense fallback={<div style={{ minHeight: placeOfOrders(workCenter.id) }} />}>
        <OrderPanel workCenterId={workCenter.id} name={workCenter.name} onSettled={held.release} />
      </Suspense>
    </div>
  )
  return (
    <div className={classes['page']} data-held={held.isHeld || undefined}>
      {isTouched && stops}
      {isTouched && orders}
      <div className={`${classes['panel']} ${classes['wide']}`}>
        <Timeline
          spans={spans}
          bounds={bounds}
          window={window}
          onWindow={setWindow}
          cursor={cursor}
          selectedAt={selectedAt}
          onStop={(lossId) => {
            const loss = losses.find(({ id }) => id === lossId)
            if (loss) ask(stopOf(loss))
          }}
        />
        <SignalPanel workCenter={workCenter} bounds={bounds} window={window} cursor={cursor} />
      </div>
      <div className={classes['side']}>
        {!isTouched && stops}
        <div className={classes['panel']}>
          <CurrentValues workCenter={workCenter} />
        </div>
      </div>
      <div className={classes['main']}>
        <div className={classes['panel']}>
          <OutputPanel workCenter={workCenter} bounds={bounds} />
        </div>
        {!isTouched && orders}
        <Suspense fallback={null}>
          <RealTimeDetails workCenter={workCenter} bounds={bounds} />
        </Suspense>
      </div>
    </div>
  )
}

/** Returns whether what stands below the orders waits for them: the first time nobody knows how high they are, and what was seen already must not move. */
function useHeld(workCenterId: number, isAbove: boolean): { readonly isHeld: boolean; readonly release: () => void } {
  const [released, setReleased] = useState<number | null>(null)
  const isHeld = useShortWait(isAbove && released !== workCenterId && !isPlaceKnown(workCenterId))
  return { isHeld, release: () => setReleased(workCenterId) }
}
