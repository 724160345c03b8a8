import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { HistoryOrdersDocument, HistoryShiftsDocument, OutputOfShiftDocument } from '#web/api/generated/graphql.ts'
import { useStatusTrail } from '#web/api/live.ts'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'
import { explainSpans } from '#web/parts/timeline/explainSpans.ts'
import { type StatusSpan, statusSpans, trailAfter } from '#web/parts/timeline/statusSpans.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { lossSpans, type OrderRun, orderRuns } from './historySpans.ts'
import { askedWindow, isoPeriod, outputBucketSeconds } from './historyWindow.ts'
import { markOffShift, type PastShift } from './shiftSpans.ts'
import type { ShownLoss } from '#web/parts/classify/stops.view.ts'
import { type HistoryLoss, useHistoryLosses } from './useHistoryLosses.ts'
import { useHistoryStatuses, useSettled } from './useHistoryStatuses.ts'

export type OutputBar = TimeWindow & { readonly total: number; readonly rejected: number; readonly plan: number | null }

export type History = {
  readonly statuses: readonly StatusSpan[] | null
  readonly lossSpans: readonly StatusSpan[]
  readonly losses: readonly HistoryLoss[]
  readonly isCut: boolean
  /** Some statuses stand for several intervals. */
  readonly isThinned: boolean
  readonly orders: readonly OrderRun[]
  /** Why the orders are not known, as the API names it. */
  readonly orderProblem: ApiProblem | null
  readonly bars: readonly OutputBar[]
  readonly shifts: readonly PastShift[]
  readonly isFailed: boolean
  readonly isFetching: boolean
  readonly refetch: () => void
}

type Wanted = {
  readonly workCenterId: number
  readonly period: TimeWindow
  readonly window: TimeWindow
  readonly now: number
  /** Returns the losses with what was decided here about them, before the server tells it (U-41). */
  readonly shown: <Loss extends ShownLoss>(losses: readonly Loss[]) => readonly Loss[]
}

/** Returns everything that the lanes of the history show: statuses with their reasons, losses, orders, shifts of the period, and output of the window. */
export function useHistory({ workCenterId, period, window, now, shown }: Wanted): History {
  const statuses = useHistoryStatuses({ workCenterId, period, window, now })
  const losses = useHistoryLosses(workCenterId, period)
  const said = useMemo(() => shown(losses.losses), [losses.losses, shown])
  const trail = useStatusTrail(workCenterId)
  const ofPeriod = useMemo(() => ({ workCenterId, period: isoPeriod(period) }), [workCenterId, period])
  const [orderAnswer] = useFreshQuery(HistoryOrdersDocument, ofPeriod, { workCenterIds: [workCenterId], kinds: ['order'], period })
  const [shiftAnswer] = useFreshQuery(HistoryShiftsDocument, ofPeriod, { workCenterIds: [workCenterId], kinds: ['shift'], period })
  const bars = useOutputBars(workCenterId, period, window)
  const shifts = useMemo(
    () =>
      (shiftAnswer.data?.shifts ?? [])
        .map((shift) => ({
          shiftId: shift.shiftId,
          name: shift.name,
          status: shift.status,
          from: Date.parse(shift.timeStart),
          to: Date.parse(shift.timeEnd),
        }))
        .toSorted((left, right) => left.from - right.from),
    [shiftAnswer.data],
  )
  const isLive = now >= period.from && now < period.to
  const spans = useMemo(() => {
    if (statuses.rows === undefined) return null
    const begun = isLive ? trailAfter(trail, statuses.readAt).filter(({ start }) => start >= period.from) : []
    return explainSpans(markOffShift(statusSpans(statuses.rows, begun), shifts, now), said)
    // Minutes that pass change nothing but the end of what is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [statuses.rows, statuses.readAt, trail, isLive, period, shifts, said])
  const orders = useMemo(() => orderRuns(orderAnswer.data?.jobOrderRuns ?? []), [orderAnswer.data])
  return {
    statuses: spans,
    lossSpans: useMemo(() => lossSpans(said), [said]),
    losses: said,
    isCut: losses.isCut,
    isThinned: statuses.isThinned,
    orders,
    orderProblem: orderAnswer.data === undefined ? (problemsOf(orderAnswer.error)[0] ?? null) : null,
    bars,
    shifts,
    isFailed: statuses.isFailed,
    isFetching: statuses.isFetching,
    refetch: () => {
      statuses.refetch()
      losses.refetch()
    },
  }
}

const NO_BARS: readonly OutputBar[] = []

function useOutputBars(workCenterId: number, period: TimeWindow, window: TimeWindow): readonly OutputBar[] {
  const settled = useSettled(window, period)
  const { from, to } = askedWindow(settled, period)
  const bucketSeconds = outputBucketSeconds(settled)
  const variables = useMemo(
    () => ({ workCenterId, period: isoPeriod({ from, to }), bucketSeconds }),
    [workCenterId, from, to, bucketSeconds],
  )
  const [answer] = useFreshQuery(OutputOfShiftDocument, variables, {
    workCenterIds: [workCenterId],
    kinds: ['order', 'output', 'workCenter'],
    period,
  })
  const buckets = answer.data?.outputChart
  return useMemo(
    () =>
      buckets?.map((bucket) => ({
        from: Date.parse(bucket.timeStart),
        to: Date.parse(bucket.timeEnd),
        total: bucket.totalOutput,
        rejected: bucket.rejectedOutput,
        plan: bucket.planOutput ?? null,
      })) ?? NO_BARS,
    [buckets],
  )
}
