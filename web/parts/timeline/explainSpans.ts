import type { LossFieldsFragment } from '#web/api/generated/graphql.ts'
import { lossStyle } from '../lossStyle.ts'
import type { StatusSpan } from './statusSpans.ts'

/** The loss of a span's stop, and its reason. */
export type SpanLoss = {
  readonly id: number
  readonly reason: string | null
  readonly isProvisional: boolean
  readonly comment: string | null
}

/**
 * Returns the spans with stops cut where their reason changes, each piece in the style of its reason. Running time and time without a loss stay. An
 * open loss covers only the span that it began in.
 */
export function explainSpans(spans: readonly StatusSpan[], losses: readonly LossFieldsFragment[]): readonly StatusSpan[] {
  const known = losses
    .map((loss) => ({ loss, start: Date.parse(loss.timeStart), end: loss.timeEnd == null ? null : Date.parse(loss.timeEnd) }))
    .toSorted((left, right) => left.start - right.start)
  let first = 0
  return spans.flatMap((span) => {
    // Spans come in order, so losses that ended before this one need not be looked at again.
    while ((known[first]?.end ?? Infinity) <= span.start) first++
    if (span.style === 'run' || span.style === 'offShift') return [span]
    const until = span.end ?? Infinity
    const pieces: StatusSpan[] = []
    let at = span.start
    for (const { loss, start, end } of known.slice(first, endOf(known, first, until))) {
      const from = Math.max(start, at)
      const to = Math.min(end ?? (start >= span.start ? Infinity : at), until)
      if (to <= from) continue
      if (from > at) pieces.push({ ...span, start: at, end: from })
      pieces.push(pieceOf(span, loss, { start: from, end: to === Infinity ? null : to }))
      at = to
    }
    if (at < until) pieces.push({ ...span, start: at })
    return pieces
  })
}

/** Returns the index of the first loss that begins at the instant or later. */
function endOf(known: readonly { readonly start: number }[], first: number, until: number): number {
  let index = first
  while ((known[index]?.start ?? Infinity) < until) index++
  return index
}

function pieceOf(span: StatusSpan, loss: LossFieldsFragment, edges: Pick<StatusSpan, 'start' | 'end'>): StatusSpan {
  const style = lossStyle(loss)
  const { id, isProvisional, comment } = loss
  return {
    ...span,
    ...edges,
    style,
    // The tenant's colour means the status; a reason that looks otherwise has the colour of its style.
    color: style === span.style ? span.color : null,
    loss: { id, reason: loss.reason?.name ?? null, isProvisional, comment: comment ?? null },
  }
}
