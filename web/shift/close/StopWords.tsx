import type { StopBundle, WaitingStop } from '#engine/loss/bundleStops.ts'
import type { Stop } from '#web/parts/classify/stops.view.ts'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'

type StopWordsProps = { readonly row: StopBundle<WaitingStop & { readonly stop: Stop }>; readonly now: number }

/** Returns a stop, or alike neighbours together, in words: how long, when, and in which status. */
export function StopWords({ row, now }: StopWordsProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const texts = useSpanTexts()
  const [first, ...others] = row.stops
  const { kind, statusName } = first.stop
  return (
    <span>
      {others.length > 0 && `${t('stopsStep.bundle', { count: row.stops.length })}, `}
      <b>{format.duration(row.stoppedMs ?? now - row.start)}</b> · {texts.range(row.start, row.end)} ·{' '}
      {texts.nameOf({ kind, name: statusName })}
    </span>
  )
}
