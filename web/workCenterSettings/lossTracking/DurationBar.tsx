import type { TrackingRowEntry } from '#engine/loss/validateTrackingRows.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './lossTracking.module.css'
import { barOf } from './trackingDraft.view.ts'

type DurationBarProps = {
  readonly entries: readonly TrackingRowEntry[]
  readonly nameOf: (reasonId: number | null) => string
  readonly colorOf: (reasonId: number) => string
}

/** Returns the bar from nothing to without end: what a stop becomes by how long it lasts. Hatched = it stays unclassified. */
export function DurationBar({ entries, nameOf, colorOf }: DurationBarProps) {
  const { t } = useTexts('lossTracking')
  const format = useFormat()
  const parts = barOf(entries)
  const summary = parts
    .map(({ fromMs, toMs, reasonId }) => `${format.duration(fromMs)} – ${toMs === null ? '∞' : format.duration(toMs)}: ${nameOf(reasonId)}`)
    .join('; ')
  return (
    <div className={classes['bar']} role="img" aria-label={`${t('bar')}: ${summary}`}>
      {parts.map(({ key, left, width, reasonId, fromMs }) => (
        <div key={key} className={classes['part']} style={{ left: `${left * 100}%`, width: `${width * 100}%` }} title={nameOf(reasonId)}>
          <span
            className={classes['fill']}
            data-none={reasonId === null || undefined}
            style={reasonId === null ? undefined : { background: colorOf(reasonId) }}
          />
          <span className={classes['partName']}>{nameOf(reasonId)}</span>
          <span className={classes['mark']}>{format.duration(fromMs)}</span>
        </div>
      ))}
      <span className={classes['infinity']}>∞</span>
    </div>
  )
}
