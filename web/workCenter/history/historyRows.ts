import type { StatusStyle } from '#web/parts/statusStyle.ts'
import type { StatusSpan } from '#web/parts/timeline/statusSpans.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { RowColumn } from './rowColumns.ts'
import { ordersIn } from './historySpans.ts'
import { isInShift } from './shiftSpans.ts'
import type { History } from './useHistory.ts'

/** The lanes that the table tells row by row. */
export const ROW_LANES = ['status', 'loss', 'order', 'output'] as const
export type RowLane = (typeof ROW_LANES)[number]

export type HistoryRow = {
  readonly lane: RowLane
  /** UTC ms; `end` null = it goes on. */
  readonly start: number
  readonly end: number | null
  readonly ms: number
  readonly name: string
  readonly reason: string | null
  readonly comment: string | null
  readonly by: string | null
  readonly orders: string
  readonly total: number | null
  readonly rejected: number | null
  readonly style: StatusStyle | null
  readonly color: string | null
  readonly lossId: number | null
}

/** The words for what has none of its own. */
export type RowTexts = {
  nameOf(span: Pick<StatusSpan, 'kind' | 'name'>): string
  reasonOf(span: Pick<StatusSpan, 'cause' | 'style' | 'loss'>): string | null
  /** The name of a row of output. */
  readonly output: string
}

type Wanted = {
  readonly period: TimeWindow
  readonly now: number
  readonly lanes: readonly RowLane[]
  readonly shiftId: number | null
}

/** Returns the rows of the chosen lanes, those that begin in the shift filter, ascending: the same that the lanes draw. */
export function historyRows(history: History, texts: RowTexts, { period, now, lanes, shiftId }: Wanted): readonly HistoryRow[] {
  const until = Math.min(now, period.to)
  const base = (span: Pick<StatusSpan, 'start' | 'end'>) => ({
    start: span.start,
    end: span.end,
    ms: Math.max(0, (span.end ?? until) - span.start),
    orders: ordersIn(history.orders, { from: span.start, to: span.end ?? until })
      .map(({ code }) => code)
      .join(' + '),
    total: null,
    rejected: null,
  })
  const losses = new Map(history.losses.map((loss) => [loss.id, loss]))
  const ofSpan = (lane: RowLane, span: StatusSpan): HistoryRow => ({
    ...base(span),
    lane,
    name: texts.nameOf(span),
    reason: texts.reasonOf(span),
    comment: span.loss?.comment ?? null,
    by: span.loss === undefined ? null : (losses.get(span.loss.id)?.updatedBy?.fullName ?? null),
    style: span.style,
    color: span.color,
    lossId: span.loss?.id ?? null,
  })
  const bare = { reason: null, comment: null, by: null, style: null, color: null, lossId: null }
  const rows: Record<RowLane, () => readonly HistoryRow[]> = {
    status: () => (history.statuses ?? []).map((span) => ofSpan('status', span)),
    loss: () => history.lossSpans.map((span) => ofSpan('loss', span)),
    order: () => history.orders.map((run) => ({ ...base(run), ...bare, lane: 'order', name: run.code, orders: run.code })),
    output: () =>
      history.bars
        .filter((bar) => bar.from < now)
        .map((bar) => ({
          ...base({ start: bar.from, end: bar.to }),
          ...bare,
          lane: 'output',
          name: texts.output,
          total: bar.total,
          rejected: bar.rejected,
        })),
  }
  return lanes
    .flatMap((lane) => rows[lane]())
    .filter((row) => isInShift(row.start, history.shifts, shiftId))
    .toSorted((left, right) => left.start - right.start)
}

/** What each column is sorted by and holds in a file, without the name of the lane; instants in UTC ms, durations in ms. */
export const ROW_VALUES: Record<Exclude<RowColumn, 'lane'>, (row: HistoryRow) => string | number | null> = {
  name: ({ name }) => name,
  reason: ({ reason }) => reason,
  from: ({ start }) => start,
  to: ({ end }) => end,
  duration: ({ ms }) => ms,
  orders: ({ orders }) => orders,
  total: ({ total }) => total,
  rejected: ({ rejected }) => rejected,
  comment: ({ comment }) => comment,
  by: ({ by }) => by,
}
