import type { HistoryOrdersQuery } from '#web/api/generated/graphql.ts'
import { type ClassifiedLoss, lossClassification } from '#web/parts/lossClassification.ts'
import { lossStyle } from '#web/parts/lossStyle.ts'
import type { StatusSpan } from '#web/parts/timeline/statusSpans.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { HistoryLoss } from './useHistoryLosses.ts'

/** A stretch of work on one order, in UTC ms; `end` null = it goes on. */
export type OrderRun = {
  readonly orderId: number
  readonly code: string
  readonly status: string
  readonly start: number
  readonly end: number | null
  /** Accepted units that stand of the order in all. */
  readonly made: number
  readonly plan: number | null
}

/** Returns the runs of orders as the API tells them, ascending. */
export function orderRuns(runs: HistoryOrdersQuery['jobOrderRuns']): readonly OrderRun[] {
  return runs
    .map(({ jobOrder, timeStart, timeEnd }) => ({
      orderId: jobOrder.id,
      code: jobOrder.orderCode,
      status: jobOrder.status,
      start: Date.parse(timeStart),
      end: timeEnd == null ? null : Date.parse(timeEnd),
      made: jobOrder.madeOutput.acceptedOutput,
      plan: jobOrder.planOutput ?? null,
    }))
    .toSorted((left, right) => left.start - right.start)
}

const OF_WORD = { none: 'UNCLASSIFIED', planned: 'CLASSIFIED', small: 'NOT_NEEDED' } as const

/** Returns the reason filter of the URL: an id in digits, a word for losses without a reason – `none` that wait for one, `planned` by their status, `small` in no need of one –, null for all. */
export function readReason(search: Readonly<Record<string, unknown>>): string | null {
  const value = search['reason']
  return typeof value === 'string' && /^(none|planned|small|[1-9]\d{0,9})$/.test(value) ? value : null
}

/** Returns the losses of a reason as the address names it. */
export function ofReason<Loss extends ClassifiedLoss & { readonly reason?: { readonly id: number } | null }>(
  losses: readonly Loss[],
  reason: string | null,
): readonly Loss[] {
  if (reason === null) return losses
  const kind = isWord(reason) ? OF_WORD[reason] : null
  return losses.filter((loss) =>
    kind === null ? String(loss.reason?.id) === reason : loss.reason == null && lossClassification(loss) === kind,
  )
}

/** Returns whether the filter is a word for losses without a reason. */
export function isWord(reason: string): reason is keyof typeof OF_WORD {
  return Object.hasOwn(OF_WORD, reason)
}

/** Returns losses as spans of a lane, in the colours of their reasons; one without a reason has the style of that. */
export function lossSpans(losses: readonly HistoryLoss[]): readonly StatusSpan[] {
  return losses
    .map((loss) => ({
      start: Date.parse(loss.timeStart),
      end: loss.timeEnd == null ? null : Date.parse(loss.timeEnd),
      kind: loss.kind,
      style: lossStyle(loss),
      name: loss.statusRule?.name ?? null,
      // One that was decided here has none before the server tells it.
      color: loss.reason == null || loss.reason.color === '' ? null : loss.reason.color,
      statusRuleId: loss.statusRule?.id ?? null,
      cause: null,
      loss: {
        id: loss.id,
        reason: loss.reason?.name ?? null,
        isProvisional: loss.isProvisional,
        comment: loss.comment ?? null,
        isUnclassified: lossClassification(loss) === 'UNCLASSIFIED',
      },
    }))
    .toSorted((left, right) => left.start - right.start)
}

/**
 * Returns runs of orders as spans of a lane, one after another: of orders worked on together each part is named by all of them. Of one alone it says how
 * much of it was made.
 */
export function orderSpans(runs: readonly OrderRun[], quantityOf: (run: OrderRun) => string): readonly StatusSpan[] {
  const edges = [...new Set(runs.flatMap(({ start, end }) => (end === null ? [start] : [start, end])))].toSorted((a, b) => a - b)
  return edges.flatMap((start, index) => {
    const end = edges[index + 1] ?? null
    const there = runs.filter((run) => run.start <= start && (run.end === null || run.end > start))
    const [first, ...others] = there
    if (first === undefined) return []
    const span: StatusSpan = {
      start,
      end,
      kind: 'RULE',
      style: 'run',
      name: there.map(({ code }) => code).join(' + '),
      color: ORDER_COLORS[index % ORDER_COLORS.length] ?? null,
      statusRuleId: null,
      cause: null,
      ...(others.length === 0 && { more: quantityOf(first) }),
    }
    return [span]
  })
}

/** Neighbours differ; the code on the span tells which it is. */
const ORDER_COLORS = ['#3f6ea8', '#5b87bd'] as const

/** Returns the orders that were worked on in a stretch of time, each once. */
export function ordersIn(runs: readonly OrderRun[], { from, to }: TimeWindow): readonly OrderRun[] {
  const found = runs.filter((run) => run.start < to && (run.end === null || run.end > from))
  return [...new Map(found.map((run) => [run.orderId, run])).values()]
}

/** Returns the start of the next stop without a reason after (1) or before (-1) an instant, null when there is none. */
export function nextOpenStop(spans: readonly StatusSpan[], at: number, direction: -1 | 1): number | null {
  const isOpen = (span: StatusSpan) => span.loss?.isUnclassified === true
  const found =
    direction > 0 ? spans.find((span) => span.start > at && isOpen(span)) : spans.findLast((span) => span.start < at && isOpen(span))
  return found?.start ?? null
}
