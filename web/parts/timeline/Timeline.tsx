import { useId, useMemo, useState } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import type { Cursor } from '#web/ui/cursor.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { GUTTER_LEFT, GUTTER_RIGHT, panWindow, type TimeWindow, zoomWindow } from '#web/ui/timeWindow.ts'
import { usePlotWidth } from '#web/ui/useElementWidth.ts'
import { prepareTimeline, type TimelineBlock } from './prepareTimeline.ts'
import type { StatusSpan } from './statusSpans.ts'
import { TIMELINE_ID, windowFor } from './segment.ts'
import { TimeAxis } from './TimeAxis.tsx'
import classes from './Timeline.module.css'
import { TimelineLane } from './TimelineLane.tsx'
import { TimelineTable } from './TimelineTable.tsx'
import { onlyOf } from './useSpanTexts.ts'

const NOW_STEP_MS = 5000
const ZOOM_FACTOR = 1.6

type TimelineProps = {
  readonly spans: readonly StatusSpan[]
  readonly bounds: TimeWindow
  readonly window: TimeWindow
  readonly onWindow: (window: TimeWindow) => void
  readonly cursor: Cursor
  /** UTC ms in the segment to show, null = none. */
  readonly selectedAt: number | null
  /** A stop was chosen, by the id of its loss. */
  readonly onStop: (lossId: number) => void
}

/** Returns the timeline of one work center (U-22): a lane to look at, to walk with the keyboard, to zoom and move, and the same as a table. */
export function Timeline({ spans, bounds, window, onWindow, cursor, selectedAt, onStop }: TimelineProps) {
  const { t } = useCommonTexts()
  const helpId = useId()
  const [isTable, setTable] = useState(false)
  const [measure, fullWidth] = usePlotWidth()
  const now = useCoarseNow(NOW_STEP_MS)
  const width = Math.max(0, fullWidth - GUTTER_LEFT - GUTTER_RIGHT)
  const blocks = useMemo(
    () => (width > 0 ? prepareTimeline({ spans, from: window.from, to: window.to, now, width }) : []),
    [spans, window, now, width],
  )
  const isZoomed = window.to - window.from < bounds.to - bounds.from
  const zoom = (factor: number, at: number) => onWindow(zoomWindow(window, bounds, { factor, at }))
  const middle = (window.from + window.to) / 2
  const step = (window.to - window.from) / 4
  const open = (block: TimelineBlock) => {
    const loss = onlyOf(block)?.loss
    if (loss) onStop(loss.id)
    // Several short stops are taken apart before one can be chosen.
    else if (block.spans.length > 1) onWindow(windowFor(block, bounds))
  }
  return (
    <section id={TIMELINE_ID} className={classes['timeline']} aria-label={t('timeline.title')}>
      <div className={classes['head']}>
        <h2>{t('timeline.title')}</h2>
        <div className={classes['tools']} data-print="no">
          {!isTable && (
            <>
              <ToolButton
                label={t('timeline.earlier')}
                icon="back"
                isDisabled={!isZoomed}
                onClick={() => onWindow(panWindow(window, bounds, -step))}
              />
              <ToolButton
                label={t('timeline.later')}
                icon="forward"
                isDisabled={!isZoomed}
                onClick={() => onWindow(panWindow(window, bounds, step))}
              />
              <ToolButton
                label={t('timeline.zoomOut')}
                icon="zoomOut"
                isDisabled={!isZoomed}
                onClick={() => zoom(1 / ZOOM_FACTOR, middle)}
              />
              <ToolButton label={t('timeline.zoomIn')} icon="zoomIn" isDisabled={false} onClick={() => zoom(ZOOM_FACTOR, middle)} />
            </>
          )}
          <button type="button" className={classes['toggle']} onClick={() => setTable(!isTable)}>
            <Icon name={isTable ? 'chart' : 'table'} size={16} /> {t(isTable ? 'timeline.asChart' : 'timeline.asTable')}
          </button>
        </div>
      </div>
      {isTable ? (
        <TimelineTable spans={spans} now={now} selectedAt={selectedAt} />
      ) : (
        <div ref={measure}>
          <p id={helpId} className="hidden-text">
            {t('timeline.help')}
          </p>
          <TimelineLane
            blocks={blocks}
            width={width}
            now={now}
            window={window}
            bounds={bounds}
            onWindow={onWindow}
            onZoom={(factor, at) => zoom(factor, at)}
            cursor={cursor}
            selectedAt={selectedAt}
            describedBy={helpId}
            onOpen={open}
          />
          <TimeAxis window={window} width={width} />
        </div>
      )}
    </section>
  )
}

type ToolButtonProps = {
  readonly label: string
  readonly icon: 'back' | 'forward' | 'zoomIn' | 'zoomOut'
  readonly isDisabled: boolean
  readonly onClick: () => void
}

function ToolButton({ label, icon, isDisabled, onClick }: ToolButtonProps) {
  return (
    <button type="button" className={classes['tool']} aria-label={label} title={label} disabled={isDisabled} onClick={onClick}>
      <Icon name={icon} size={18} />
    </button>
  )
}
