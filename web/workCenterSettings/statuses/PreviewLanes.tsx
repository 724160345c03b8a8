import { useMemo } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { ShiftStrip } from '#web/parts/timeline/ShiftStrip.tsx'
import { TimeAxis } from '#web/parts/timeline/TimeAxis.tsx'
import { GUTTER_LEFT, type TimeWindow } from '#web/ui/timeWindow.ts'
import { usePlotWidth } from '#web/ui/useElementWidth.ts'
import classes from './preview.module.css'
import type { Span } from './signalShape.view.ts'
import { laneSpans, type ShowStatus } from './statusNames.ts'

/** So that minutes of one status among those of another are seen in a day. */
const RUN_PX = 4
/** Room for half of a time at the right end, within the padding of the panel. */
const GUTTER_RIGHT = 16

type PreviewLanesProps = {
  readonly window: TimeWindow
  readonly before: readonly Span[]
  /** Null = nothing is changed. */
  readonly after: readonly Span[] | null
  readonly isAbout: boolean
  readonly show: ShowStatus
  readonly beforeLabel: string
  readonly afterLabel: string
}

/** Returns the present statuses over the window, and below them the resulting ones. */
export function PreviewLanes({ window, before, after, isAbout, show, beforeLabel, afterLabel }: PreviewLanesProps) {
  const { t } = useTexts('statuses')
  const [measure, width] = usePlotWidth()
  const was = useMemo(() => laneSpans(before, show), [before, show])
  const will = useMemo(() => (after === null ? null : laneSpans(after, show)), [after, show])
  const size = { width: Math.max(1, width), runPx: RUN_PX }
  return (
    <div className={classes['lanes']}>
      <span>{beforeLabel}</span>
      <ShiftStrip spans={was} start={window.from} end={window.to} {...size} />
      {will !== null && (
        <>
          <span>
            <b>{afterLabel}</b>
            {isAbout && <i> {t('preview.about')}</i>}
          </span>
          <ShiftStrip spans={will} start={window.from} end={window.to} {...size} />
        </>
      )}
      <span />
      <div ref={measure}>
        <div style={{ marginLeft: -GUTTER_LEFT, width: width + GUTTER_LEFT + GUTTER_RIGHT }}>
          <TimeAxis window={window} width={width} />
        </div>
      </div>
    </div>
  )
}
