import { useId, useMemo } from 'react'
import { OverviewBrush } from '#web/parts/timeline/OverviewBrush.tsx'
import { prepareTimeline, type TimelineBlock } from '#web/parts/timeline/prepareTimeline.ts'
import type { StatusSpan } from '#web/parts/timeline/statusSpans.ts'
import { TimeAxis } from '#web/parts/timeline/TimeAxis.tsx'
import { TimelineLane } from '#web/parts/timeline/TimelineLane.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './HistoryLanes.module.css'
import { nextOpenStop } from './historySpans.ts'
import type { Axis } from './lane.ts'
import { LaneHead } from './LaneHead.tsx'
import { LaneMarks } from './LaneMarks.tsx'
import { OrderLane } from './OrderLane.tsx'
import { OutputLane } from './OutputLane.tsx'
import { SegmentFacts } from './SegmentFacts.tsx'
import { SensorLane } from './SensorLane.tsx'
import { outsideShifts } from './shiftSpans.ts'
import type { History } from './useHistory.ts'
import type { SensorSeries } from './useSensorSeries.ts'

/** A run of short stops is at least this wide, so that a month shows its course. */
const RUN_PX = 10
const LOSS_HEIGHT = 28

type HistoryLanesProps = {
  readonly axis: Axis
  readonly history: History
  readonly series: readonly SensorSeries[]
  readonly workCenterId: number
  readonly unit: string
  readonly shiftId: number | null
  readonly selectedAt: number | null
  readonly onOpen: (block: TimelineBlock) => void
  /** A loss was pressed in its own lane. */
  readonly onLoss: (block: TimelineBlock) => void
  readonly onReason: (block: TimelineBlock) => void
}

/** Returns the lanes of the history on one axis: statuses, losses, orders, output and sensors, under the whole period with the shown part of it. */
export function HistoryLanes({
  axis,
  history,
  series,
  workCenterId,
  unit,
  shiftId,
  selectedAt,
  onOpen,
  onLoss,
  onReason,
}: HistoryLanesProps) {
  const { t } = useTexts('history')
  const helpId = useId()
  const { window, bounds, width, now } = axis
  const spans = history.statuses ?? NONE
  const blocksOf = (of: readonly StatusSpan[]) => (width > 0 ? prepareTimeline({ spans: of, ...window, now, width, runPx: RUN_PX }) : [])
  // oxlint-disable-next-line react/exhaustive-deps -- all of them are there
  const statuses = useMemo(() => blocksOf(spans), [spans, window, now, width])
  // oxlint-disable-next-line react/exhaustive-deps -- all of them are there
  const losses = useMemo(() => blocksOf(history.lossSpans), [history.lossSpans, window, now, width])
  const borders = useMemo(() => history.shifts.map(({ from }) => from), [history.shifts])
  const outside = useMemo(() => outsideShifts(bounds, history.shifts, shiftId), [bounds, history.shifts, shiftId])
  const lane = { ...axis, selectedAt, describedBy: helpId, onOpen, borders, isMixed: true }
  const tipOf = (block: TimelineBlock) => <SegmentFacts block={block} history={history} />
  return (
    <>
      <p id={helpId} className="hidden-text">
        {t('lanes.help')}
      </p>
      <OverviewBrush
        spans={spans}
        bounds={bounds}
        window={window}
        onWindow={axis.onWindow}
        now={now}
        width={width}
        labels={{ from: t('brush.from'), to: t('brush.to'), whole: t('brush.whole') }}
      />
      <div className={classes['lanes']}>
        <LaneHead title={t('lane.status')} />
        <TimelineLane
          {...lane}
          blocks={statuses}
          label={t('lane.status')}
          onReason={onReason}
          findOpen={(from, direction) => nextOpenStop(spans, from, direction)}
          tipOf={tipOf}
        />
        <LaneHead title={t('lane.loss')} />
        <TimelineLane
          {...lane}
          blocks={losses}
          label={t('lane.loss')}
          height={LOSS_HEIGHT}
          onOpen={onLoss}
          onReason={onReason}
          tipOf={tipOf}
        />
        <OrderLane lane={lane} history={history} workCenterId={workCenterId} unit={unit} />
        <OutputLane axis={axis} bars={history.bars} unit={unit} />
        {series.map((one) => (
          <SensorLane key={one.key} axis={axis} series={one} />
        ))}
        <LaneMarks axis={axis} shifts={history.shifts} outside={outside} />
        <TimeAxis window={window} width={width} />
      </div>
    </>
  )
}

const NONE: readonly StatusSpan[] = []
