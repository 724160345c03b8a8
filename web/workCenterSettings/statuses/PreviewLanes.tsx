import { useMemo } from 'react'
import { useTexts } from '#web/parts/problem/useTexts.ts'
import { ShiftStrip } from '#web/parts/timeline/ShiftStrip.tsx'
import { TimeAxis } from '#web/parts/timeline/TimeAxis.tsx'
import { GUTTER_LEFT, type TimeWindow } from '#web/ui/timeWindow.ts'
import { useElementWidth } from '#web/ui/useElementWidth.ts'
import classes from './preview.module.css'
import type { Span } from './signalShape.view.ts'
import { laneSpans, type ShowStatus } from './statusNames.ts'

type PreviewLanesProps = {
  readonly window: TimeWindow
  readonly before: readonly Span[]
  /** Null = nothing is changed. */
  readonly after: readonly Span[] | null
  readonly isAbout: boolean
  readonly show: ShowStatus
  readonly beforeLabel: string
}

/** Returns the statuses over the window as they are, and below them as they would be. */
export function PreviewLanes({ window, before, after, isAbout, show, beforeLabel }: PreviewLanesProps) {
  const { t } = useTexts('statuses')
  const [measure, width] = useElementWidth()
  const was = useMemo(() => laneSpans(before, show), [before, show])
  const will = useMemo(() => (after === null ? null : laneSpans(after, show)), [after, show])
  return (
    <div className={classes['lanes']}>
      <span>{beforeLabel}</span>
      <ShiftStrip spans={was} start={window.from} end={window.to} />
      {will !== null && (
        <>
          <span>
            <b>{t('preview.after')}</b>
            {isAbout && <i> {t('preview.about')}</i>}
          </span>
          <ShiftStrip spans={will} start={window.from} end={window.to} />
        </>
      )}
      <span />
      <div ref={measure} className={classes['axis']}>
        <div style={{ marginLeft: -GUTTER_LEFT, width: width + GUTTER_LEFT }}>
          <TimeAxis window={window} width={width} />
        </div>
      </div>
    </div>
  )
}
