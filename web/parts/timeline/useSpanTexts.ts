import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/ui/formatContext.ts'
import { statusKey } from '../statusLook.ts'
import type { TimelineBlock } from './prepareTimeline.ts'
import type { StatusSpan } from './statusSpans.ts'

export type SpanTexts = {
  nameOf(span: Pick<StatusSpan, 'kind' | 'name'>): string
  blockName(block: TimelineBlock): string
  /** `13:04:10–13:17:00`, always to the second, so that no stop begins when it ends; an open one ends with "ongoing". */
  range(start: number, end: number | null): string
}

/** Returns the words for spans and blocks in the current language and zone. */
export function useSpanTexts(): SpanTexts {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    const nameOf: SpanTexts['nameOf'] = (span) => span.name ?? t(statusKey(span.kind))
    return {
      nameOf,
      blockName: (block) => {
        const [only] = block.spans
        if (block.spans.length === 1 && only) return nameOf(only)
        const stops = block.spans.filter((span) => span.look !== 'run').length
        return t('timeline.shortStops', { count: Math.max(1, stops) })
      },
      range: (start, end) => `${format.timeWithSeconds(start)}–${end === null ? t('timeline.ongoing') : format.timeWithSeconds(end)}`,
    }
  }, [t, format])
}
