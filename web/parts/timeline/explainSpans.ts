import { explainRuns } from '#engine/loss/explainRuns.ts'
import type { LossFieldsFragment } from '#web/api/generated/graphql.ts'
import { lossClassification } from '../lossClassification.ts'
import { lossStyle } from '../lossStyle.ts'
import type { StatusSpan } from './statusSpans.ts'

/** The loss of a span's stop, and its reason. */
export type SpanLoss = {
  readonly id: number
  readonly reason: string | null
  readonly isProvisional: boolean
  readonly comment: string | null
  /** Whether somebody has to give it one. */
  readonly isUnclassified: boolean
}

/**
 * Returns the spans with stops cut where their reason changes, each piece in the style of its reason. Running time and time without a loss stay. An
 * open loss covers only the span that it began in.
 */
export function explainSpans(spans: readonly StatusSpan[], losses: readonly LossFieldsFragment[]): readonly StatusSpan[] {
  const known = losses
    .map((loss) => ({ loss, start: Date.parse(loss.timeStart), end: loss.timeEnd == null ? null : Date.parse(loss.timeEnd) }))
    .toSorted((left, right) => left.start - right.start)
  return explainRuns(spans, known, ({ style }) => style !== 'run' && style !== 'offShift').map(({ run, stop }) =>
    stop === null ? run : pieceOf(run, stop.loss),
  )
}

function pieceOf(span: StatusSpan, loss: LossFieldsFragment): StatusSpan {
  const style = lossStyle(loss)
  const { id, isProvisional, comment } = loss
  return {
    ...span,
    style,
    // The tenant's colour means the status; a reason that looks otherwise has the colour of its style.
    color: style === span.style ? span.color : null,
    loss: {
      id,
      reason: loss.reason?.name ?? null,
      isProvisional,
      comment: comment ?? null,
      isUnclassified: lossClassification(loss) === 'UNCLASSIFIED',
    },
  }
}
