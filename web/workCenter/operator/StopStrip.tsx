import { type KeyboardEvent, type PointerEvent, useMemo } from 'react'
import { SECOND_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { type CutAims, snapCut } from '#engine/loss/snapCut.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './StopStrip.module.css'

/** A finger hits within so many px, a mouse within fewer. */
const REACH_PX = { coarse: 24, fine: 12 } as const
const STEPS = [-MINUTE_MS, -10 * SECOND_MS, 10 * SECOND_MS, MINUTE_MS] as const

type StopStripProps = {
  readonly start: number
  readonly end: number
  /** Where it is cut; null = not. */
  readonly cut: number | null
  /** Which part gets its reason now. */
  readonly part: 'earlier' | 'later'
  readonly aims: CutAims
  readonly onCut: (at: number | null) => void
}

/**
 * Returns the strip of a stop: a tap on it cuts there, on the nearest step of the machine, order, break or minute (U-51). Buttons and the arrow keys move
 * the cut, Escape takes it away.
 */
export function StopStrip({ start, end, cut, part, aims, onCut }: StopStripProps) {
  const { t } = useTexts('operator')
  const format = useFormat()
  const length = end - start
  const middle = useMemo(() => snapCut((start + end) / 2, { start, end, reachMs: MINUTE_MS }), [start, end])
  const moved = (by: number) => onCut(snapCut((cut ?? middle) + by, { start, end, reachMs: 0 }))
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width === 0) return
    const reachPx = event.pointerType === 'mouse' ? REACH_PX.fine : REACH_PX.coarse
    const at = start + ((event.clientX - left) / width) * length
    onCut(snapCut(at, { start, end, reachMs: (reachPx / width) * length, aims }))
  }
  const press = (event: KeyboardEvent) => {
    const by = KEY_STEPS[event.key]
    if (event.key === 'Escape' && cut !== null) onCut(null)
    else if (by === undefined) return
    else if (cut === null) onCut(middle)
    else moved(event.shiftKey ? by / 6 : by)
    event.preventDefault()
    event.stopPropagation()
  }
  const share = cut === null ? null : ((cut - start) / length) * 100
  return (
    <div className={classes['cutting']}>
      <div
        role="slider"
        tabIndex={0}
        className={classes['strip']}
        aria-label={t('cut.strip')}
        aria-valuemin={0}
        aria-valuemax={Math.round(length / SECOND_MS)}
        aria-valuenow={Math.round(((cut ?? middle) - start) / SECOND_MS)}
        aria-valuetext={cut === null ? t('cut.none') : t('split.at', { time: format.timeWithSeconds(cut) })}
        onPointerUp={point}
        onKeyDown={press}
      >
        {cut === null ? (
          <span className={classes['hint']}>{t('cut.hint')}</span>
        ) : (
          <>
            <span className={classes['part']} data-chosen={part === 'earlier' || undefined} style={{ width: `${share}%` }} />
            <span className={classes['part']} data-chosen={part === 'later' || undefined} style={{ flex: 1 }} />
            <i style={{ left: `${share}%` }} />
          </>
        )}
      </div>
      {cut !== null && (
        <>
          <p className={classes['parts']}>
            <span>
              {format.timeWithSeconds(start)}–{format.timeWithSeconds(cut)} · {format.duration(cut - start)}
            </span>
            <span>
              {format.timeWithSeconds(cut)}–{format.timeWithSeconds(end)} · {format.duration(end - cut)}
            </span>
          </p>
          <div className={classes['steps']}>
            {STEPS.map((by) => (
              <button key={by} type="button" onClick={() => moved(by)}>
                {by < 0 ? '−' : '+'}
                {format.duration(Math.abs(by))}
              </button>
            ))}
            <button type="button" onClick={() => onCut(null)}>
              {t('cut.undo')}
            </button>
          </div>
        </>
      )}
    </div>
  )
}

/** With Shift a sixth of it. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -MINUTE_MS,
  ArrowRight: MINUTE_MS,
  ArrowDown: -10 * SECOND_MS,
  ArrowUp: 10 * SECOND_MS,
}
