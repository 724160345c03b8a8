import type { NoDataCause } from '#engine/facts.ts'
import type { StopLook } from '#engine/loss/stopLook.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { StatusStart } from '#web/api/liveStore.ts'
import { explainedStyle } from '../liveLook.ts'
import { type StatusFacts, type StatusStyle, statusStyle } from '../statusStyle.ts'
import type { SpanLoss } from './explainSpans.ts'

/** A stretch of one status, `[start, end)` in UTC ms; `end` null = it goes on. */
export type StatusSpan = {
  readonly start: number
  readonly end: number | null
  readonly kind: StatusKind
  readonly style: StatusStyle
  readonly name: string | null
  readonly color: string | null
  readonly statusRuleId: number | null
  /** Why there is no data. */
  readonly cause: NoDataCause | null
  /** Left out where no loss is known of the time. */
  readonly loss?: SpanLoss
  /** What is written behind the name where there is room. */
  readonly more?: string
}

/** Fields of the API's StatusGraph that a lane needs. */
export type StatusRow = {
  readonly timeStart: string
  readonly timeEnd?: string | null
  readonly kind: StatusKind
  readonly noDataCause?: NoDataCause | null
  readonly isEffective: boolean
  /** How the stop in it looks; left out where that is not asked. */
  readonly look?: StopLook | null
  readonly statusRule?: { readonly id: number; readonly name: string; readonly color: string; readonly isScheduledLoss: boolean } | null
}

/**
 * Returns the starts that were told after the rows were read. A frame tells only the newest status, so older starts have gaps that the rows do not
 * have. `readAt` null = the rows were read before all of them.
 */
export function trailAfter(trail: readonly StatusStart[], readAt: number | null): readonly StatusStart[] {
  return readAt === null ? trail : trail.filter(({ at }) => at > readAt)
}

/** Returns the spans of a shift: the intervals that were loaded, cut and continued by the statuses that began since. */
export function statusSpans(
  rows: readonly StatusRow[],
  trail: readonly Pick<StatusStart, 'start' | 'status' | 'look'>[],
): readonly StatusSpan[] {
  const spans = rows.map(spanOfRow).toSorted((left, right) => left.start - right.start)
  for (const { start, status, look } of trail) {
    // A status known from both sides is the same one; anything the page loaded after a newer start was taken back.
    while (spans.length > 0 && (spans.at(-1)?.start ?? 0) >= start) spans.pop()
    const last = spans.at(-1)
    if (last) spans[spans.length - 1] = { ...last, end: start }
    spans.push({
      start,
      end: null,
      kind: status.kind,
      ...seenAs(status, look),
      name: status.name,
      statusRuleId: status.statusRuleId,
      cause: status.noDataCause,
    })
  }
  return spans
}

function spanOfRow(row: StatusRow): StatusSpan {
  const color = row.statusRule?.color ?? null
  const isScheduledLoss = row.statusRule?.isScheduledLoss ?? false
  const status = { kind: row.kind, noDataCause: row.noDataCause ?? null, isEffective: row.isEffective, isScheduledLoss, color }
  return {
    start: Date.parse(row.timeStart),
    end: row.timeEnd == null ? null : Date.parse(row.timeEnd),
    kind: row.kind,
    ...seenAs(status, row.look),
    name: row.statusRule?.name ?? null,
    statusRuleId: row.statusRule?.id ?? null,
    cause: row.noDataCause ?? null,
  }
}

/** Returns the style and colour of a status within a shift, by the look of its stop. The tenant's colour means the status: another style has its own. */
export function seenAs(status: StatusFacts, look: StopLook | null | undefined): Pick<StatusSpan, 'style' | 'color'> {
  const own = statusStyle(status, true)
  const style = explainedStyle(own, look)
  return { style, color: style === own ? status.color : null }
}
