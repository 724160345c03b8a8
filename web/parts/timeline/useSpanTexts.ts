import { useMemo } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { statusKey } from '../statusStyle.ts'
import type { TimelineBlock } from './prepareTimeline.ts'
import type { StatusSpan } from './statusSpans.ts'

export type SpanTexts = {
  nameOf(span: Pick<StatusSpan, 'kind' | 'name'> & { readonly cause?: StatusSpan['cause'] }): string
  /** The reason of a stop, that it has none, or why there is no data; null where there is nothing to say. */
  reasonOf(span: Pick<StatusSpan, 'cause' | 'style' | 'loss'>): string | null
  /** The status of a block, or how many short stops it stands for. */
  blockName(block: TimelineBlock): string
  /** Its reason, or the status of what has none. */
  blockShort(block: TimelineBlock): string
  /** Both, a reason before its status: `Breakdown · Off`, `No data · no samples arrive`. */
  blockText(block: TimelineBlock): string
  /** `13:04:10–13:17:00`, always to the second, so that no stop begins when it ends; an open one ends with "ongoing". */
  range(start: number, end: number | null): string
}

/** Returns the words for spans and blocks in the current language and zone. */
export function useSpanTexts(): SpanTexts {
  const { t } = useCommonTexts()
  const format = useFormat()
  return useMemo(() => {
    const nameOf: SpanTexts['nameOf'] = (span) => span.name ?? t(statusKey(span.kind, span.cause))
    const reasonOf: SpanTexts['reasonOf'] = ({ cause, style, loss }) => {
      if (loss?.reason != null) return loss.reason
      if (loss !== undefined && style === 'stop') return t('stops.unclassified')
      return cause === null ? null : t(`cause.${cause}`)
    }
    const blockName: SpanTexts['blockName'] = (block) => {
      const only = onlyOf(block)
      if (only) return nameOf(only)
      const stops = block.spans.filter((span) => span.style !== 'run').length
      return t('timeline.shortStops', { count: Math.max(1, stops) })
    }
    return {
      nameOf,
      reasonOf,
      blockName,
      blockShort: (block) => {
        const only = onlyOf(block)
        const reason = only && reasonOf(only)
        return (reason ? blockWords(blockName(block), reason, only.loss !== undefined)[0] : null) ?? blockName(block)
      },
      blockText: (block) => {
        const only = onlyOf(block)
        const reason = only && reasonOf(only)
        return [
          ...(reason ? blockWords(blockName(block), reason, only.loss !== undefined) : [blockName(block)]),
          ...(only?.more === undefined ? [] : [only.more]),
        ].join(' · ')
      },
      range: (start, end) => `${format.timeWithSeconds(start)}–${end === null ? t('timeline.ongoing') : format.timeWithSeconds(end)}`,
    }
  }, [t, format])
}

/** Returns the words of a block in their order: the reason of a stop leads, the cause of missing data follows. */
export function blockWords(name: string, reason: string, isStop: boolean): readonly string[] {
  return isStop ? [reason, name] : [name, reason]
}

/** Returns the span of a block that stands for one. */
export function onlyOf({ spans }: Pick<TimelineBlock, 'spans'>): StatusSpan | undefined {
  return spans.length === 1 ? spans[0] : undefined
}
