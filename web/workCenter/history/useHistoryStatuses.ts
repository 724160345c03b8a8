import { useEffect, useMemo, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { HistoryStatusesDocument, type HistoryStatusesQuery } from '#web/api/generated/graphql.ts'
import { instant } from '#web/api/liveFromQuery.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { askedWindow, isoPeriod, isThinned, spliceRows } from './historyWindow.ts'

export const MAX_INTERVALS = 2000
const STATUSES = ['status', 'workCenter'] as const
/** After the last move or zoom. */
const SETTLE_MS = 200

export type StatusRows = Readonly<HistoryStatusesQuery['statusTimeline']>

export type HistoryStatuses = {
  /** Undefined until the first answer. */
  readonly rows: StatusRows | undefined
  /** When the rows of the period were read, UTC ms; null where the work center is archived. */
  readonly readAt: number | null
  /** Some rows stand for several intervals, because there are too many to show. */
  readonly isThinned: boolean
  readonly isFailed: boolean
  readonly isFetching: boolean
  readonly refetch: () => void
}

type Wanted = { readonly workCenterId: number; readonly period: TimeWindow; readonly window: TimeWindow; readonly now: number }

/** Returns the statuses of the period, and finer ones where the window shows joined rows; the old rows stay until then. */
export function useHistoryStatuses({ workCenterId, period, window, now }: Wanted): HistoryStatuses {
  const whole = useMemo(() => ({ workCenterId, period: isoPeriod(period), maxIntervals: MAX_INTERVALS }), [workCenterId, period])
  const interest = { workCenterIds: [workCenterId], kinds: STATUSES, period }
  const [overview, askOverview] = useFreshQuery(HistoryStatusesDocument, whole, interest)
  const rows = overview.data?.statusTimeline
  const readAt = overview.data?.workCenter?.live?.at
  const settled = useSettled(window, period)
  const part = useMemo(() => {
    const isPart = settled.to - settled.from < period.to - period.from
    return rows !== undefined && isPart && isThinned(rows, settled) ? askedWindow(settled, period) : null
  }, [rows, settled, period])
  const [from, to] = [part?.from ?? 0, part?.to ?? 0]
  const variables = useMemo(
    () => ({ workCenterId, period: isoPeriod({ from, to }), maxIntervals: MAX_INTERVALS }),
    [workCenterId, from, to],
  )
  const [detail, askDetail] = useFreshQuery(HistoryStatusesDocument, variables, interest, { pause: part === null })
  const finer = useLatest(
    part === null ? null : { window: part, rows: detail.stale || detail.fetching ? undefined : detail.data?.statusTimeline },
  )
  const known = useMemo(
    () =>
      rows && finer && finer.window.from >= period.from && finer.window.to <= period.to
        ? spliceRows(rows, finer.rows, finer.window, now)
        : rows,
    // What began since is added as it happens: the clock does not cut again.
    // oxlint-disable-next-line react/exhaustive-deps
    [rows, finer, period],
  )
  return {
    rows: known,
    readAt: readAt == null ? null : instant(readAt),
    isThinned: known?.some(({ mergedCount }) => mergedCount > 1) ?? false,
    isFailed: overview.error !== undefined && rows === undefined,
    isFetching: overview.fetching || (part !== null && detail.fetching),
    refetch: () => {
      askOverview()
      askDetail()
    },
  }
}

type Finer = { readonly window: TimeWindow; readonly rows: StatusRows }

/** Keeps the last finer rows while others are on their way. */
function useLatest(asked: { readonly window: TimeWindow; readonly rows: StatusRows | undefined } | null): Finer | null {
  const [kept, setKept] = useState<Finer | null>(null)
  const rows = asked?.rows
  if (asked !== null && rows !== undefined && kept?.rows !== rows) setKept({ window: asked.window, rows })
  return kept
}

/** Returns the window of the period once it has not changed for a moment; that of another period at once. */
export function useSettled(window: TimeWindow, period: TimeWindow): TimeWindow {
  const [settled, setSettled] = useState({ window, period })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ window, period }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [window, period])
  return settled.period === period ? settled.window : window
}
