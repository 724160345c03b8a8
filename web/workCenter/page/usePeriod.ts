import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { type PeriodChoice, readPeriod, writePeriod } from '#engine/time/periodChoice.ts'
import { boundsOf, type PeriodContext } from '#web/parts/period/period.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { readTab, type Tab, usualRange } from './tabs.ts'
import { type PreviousShift, usePreviousShift } from './usePreviousShift.ts'

const NOW_STEP_MS = 60_000

export type ShownPeriod = {
  readonly choice: PeriodChoice
  readonly period: TimeWindow
  readonly context: PeriodContext
  readonly tab: Tab
  readonly previousShift: PreviousShift | null
  readonly onPeriod: (choice: PeriodChoice) => void
}

/** Returns the tab and the period of the address in days of the zone, and what writes another period there; the real-time tab shows only the current shift, so another period opens the history. */
export function usePeriod(workCenterId: number, timeZone: string): ShownPeriod {
  const search = useSearch({ from: '/boxes/$deviceId' })
  const navigate = useNavigate({ from: '/boxes/$deviceId' })
  const live = useLiveWorkCenter(workCenterId)
  const now = useCoarseNow(NOW_STEP_MS)
  const tab = readTab(search)
  const [shiftFrom, shiftTo] = [live?.shift?.start ?? null, live?.shift?.end ?? null]
  const present = useMemo(
    () => ({ now, timeZone, currentShift: shiftFrom === null || shiftTo === null ? null : { from: shiftFrom, to: shiftTo } }),
    [now, timeZone, shiftFrom, shiftTo],
  )
  const choice = useMemo(() => readPeriod(search, usualRange(tab)), [search, tab])
  const previousShift = usePreviousShift(workCenterId, choice.kind === 'relative' && choice.range === 'previousShift', present)
  const context = useMemo(
    () => ({ ...present, previousShift: previousShift === null ? null : { from: previousShift.start, to: previousShift.end } }),
    [present, previousShift],
  )
  const { from, to } = boundsOf(choice, context)
  const period = useMemo(() => ({ from, to }), [from, to])
  const onPeriod = (next: PeriodChoice) => {
    // What was selected belongs to the time in which it was.
    const kept = { ...search, ...writePeriod(next), sel: undefined, at: undefined }
    void navigate({ to: '.', search: tab === 'realtime' ? { ...kept, tab: 'history' } : kept, replace: tab !== 'realtime' })
  }
  return { choice, period, context, tab, previousShift, onPeriod }
}
