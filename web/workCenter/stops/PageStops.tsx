import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { isSingleKey } from '#web/ui/singleKeys.ts'
import { viewBounds } from '../page/workCenterPage.view.ts'
import { ClassifyDrawer } from '#web/parts/classify/ClassifyDrawer.tsx'
import { listStops, type Stop, stopToExplain } from '#web/parts/classify/stops.view.ts'
import { PageStopsContext } from './usePageStops.ts'
import { useClassify } from '#web/parts/classify/useClassify.ts'
import { useShiftStops } from './useShiftStops.ts'

const NOW_STEP_MS = 60_000

type PageStopsProps = { readonly workCenterId: number; readonly name: string; readonly children: ReactNode }

/** Returns the page with the stops of its shift: they are asked once for the header, the list and the timeline, and one drawer gives them reasons. R opens it on the newest stop without one. */
export function PageStops({ workCenterId, name, children }: PageStopsProps) {
  const live = useLiveWorkCenter(workCenterId)
  const viewer = useViewer()
  const now = useCoarseNow(NOW_STEP_MS)
  const { from, to } = viewBounds(live, now)
  const bounds = useMemo(() => ({ from, to }), [from, to])
  const loaded = useShiftStops(workCenterId, bounds)
  const classify = useClassify()
  const [asked, ask] = useState<Stop | null>(null)
  const { shown } = classify
  const losses = useMemo(() => shown(loaded.losses), [shown, loaded.losses])
  const list = useMemo(() => listStops(losses), [losses])
  const mayClassify = mayEditLosses(viewer)
  const next = mayClassify ? stopToExplain(list, classify.isSaving) : null
  const latest = useRef(next)
  useEffect(() => {
    latest.current = next
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'r' || !isSingleKey(event) || latest.current === null) return
      event.preventDefault()
      ask(latest.current)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  const { isFailed, isLoaded, refetch } = loaded
  const value = { bounds, losses, list, isFailed, isLoaded, refetch, classify, mayClassify, next, ask }
  return (
    <PageStopsContext value={value}>
      {children}
      <ClassifyDrawer placeOf={() => name} list={list} classify={classify} asked={asked} onAsk={ask} />
    </PageStopsContext>
  )
}
