import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { TimelineBlock } from '#web/parts/timeline/prepareTimeline.ts'
import { TIMELINE_ID, windowFor } from '#web/parts/timeline/segment.ts'
import { onlyOf } from '#web/parts/timeline/useSpanTexts.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { createCursor } from '#web/ui/cursor.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { GUTTER_LEFT, GUTTER_RIGHT, type TimeWindow, zoomWindow } from '#web/ui/timeWindow.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { usePlotWidth } from '#web/ui/useElementWidth.ts'
import { PageSkeleton } from '../page/PageSkeleton.tsx'
import type { TabProps } from '../page/tabProps.ts'
import { type Problem, type Stop, stopOf } from '#web/parts/classify/stops.view.ts'
import { useClassify } from '#web/parts/classify/useClassify.ts'
import { HistoryLanes } from './HistoryLanes.tsx'
import classes from './HistoryTab.module.css'
import type { HistoryTableProps } from './HistoryTable.tsx'
import { HistoryTools } from './HistoryTools.tsx'
import { SegmentDrawer } from './SegmentDrawer.tsx'
import { SensorChoice } from './SensorChoice.tsx'
import { isWord, lossSpans, ofReason, readReason } from './historySpans.ts'
import { readSensors, writeSensors } from './sensorChoice.ts'
import { useHistory } from './useHistory.ts'
import { useSelection } from './useSelection.ts'
import { useSensorSeries } from './useSensorSeries.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { HistoryLoss } from './useHistoryLosses.ts'

const HistoryTable = lazyPart<HistoryTableProps>(() => import('./HistoryTable.tsx').then((module) => ({ default: module.HistoryTable })))

const NOW_STEP_MS = 15_000

/**
 * Returns the history of a work center: lanes on one axis that zoom from a month to five minutes, the same as a table, and the details of each
 * segment.
 */
export function HistoryTab({ workCenter, period, choice, onPeriod }: TabProps) {
  const { t } = useTexts('history')
  const format = useFormat()
  const unit = useUnitName()(workCenter.outputMeasurementUnit)
  const now = useCoarseNow(NOW_STEP_MS)
  const search = useSearch({ from: '/boxes/$deviceId' })
  const navigate = useNavigate({ from: '/boxes/$deviceId' })
  const [cursor] = useState(createCursor)
  const [measure, fullWidth] = usePlotWidth()
  const [zoomed, setZoomed] = useState<{ readonly period: TimeWindow; readonly window: TimeWindow } | null>(null)
  const [asked, setAsked] = useState<Stop | null>(null)
  // A zoom belongs to the period it was made in.
  const window = zoomed?.period === period ? zoomed.window : period
  const setWindow = (next: TimeWindow) => setZoomed({ period, window: next })
  const isTable = search['view'] === 'table'
  const reason = readReason(search)
  const classify = useClassify()
  const whole = useHistory({ workCenterId: workCenter.id, period, window: isTable ? period : window, now, shown: classify.shown })
  const spansOfReason = useMemo(() => (reason === null ? null : lossSpans(ofReason(whole.losses, reason))), [whole.losses, reason])
  const history = spansOfReason === null ? whole : { ...whole, lossSpans: spansOfReason }
  const chosen = useMemo(() => readSensors(search), [search])
  const sensors = useSensorSeries({ workCenter, period, window, chosen })
  const selection = useSelection(history.losses)
  const spans = history.statuses
  const selected = selection.at === null ? undefined : spans?.findLast(({ start }) => start <= (selection.at ?? 0))
  const selectedAt = selected?.start ?? null
  const isSlow = useDelayed(spans === null && !history.isFailed)
  useEffect(() => {
    if (selected) setZoomed({ period, window: windowFor({ start: selected.start, end: selected.end ?? now }, period) })
    // Only what is chosen moves the view, not what happens meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [selectedAt, period])
  const setSearch = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (known: Record<string, unknown>) => ({ ...known, ...change }), replace: true, resetScroll: false })
  const stopIn = (block: TimelineBlock) => {
    const loss = history.losses.find(({ id }) => id === onlyOf(block)?.loss?.id)
    return loss === undefined ? null : stopOf(loss)
  }
  const refusalText = (problem: Problem) =>
    problem === 'FORBIDDEN' ? t('stops.mayNot') : problem === 'LOSS_APPROVED' ? t('reason.approved') : t(`classify.problem.${problem}`)
  const onReason = (block: TimelineBlock) => {
    const stop = stopIn(block)
    if (stop === null) return
    if (stop.refusal === null) setAsked(stop)
    else showToast(refusalText(stop.refusal))
  }
  const onOpen = (block: TimelineBlock) => {
    const only = onlyOf(block)
    // Several short ones are taken apart before one can be chosen.
    if (only === undefined) setWindow(windowFor(block, period))
    else selection.select(only)
  }
  // What lacks a reason gets it in two presses: the loss, the reason.
  const onLoss = (block: TimelineBlock) => {
    const stop = stopIn(block)
    if (stop !== null && stop.reason === null && stop.refusal === null) setAsked(stop)
    else onOpen(block)
  }
  const width = Math.max(0, fullWidth - GUTTER_LEFT - GUTTER_RIGHT)
  const axis = {
    window,
    bounds: period,
    width,
    now,
    cursor,
    onWindow: setWindow,
    onZoom: (factor: number, at: number) => setWindow(zoomWindow(window, period, { factor, at })),
  }
  const isEmpty = spans !== null && spans.length === 0
  return (
    <section id={TIMELINE_ID} className={classes['panel']} aria-label={t('title')}>
      <div className={classes['head']}>
        <div>
          <h2>{t('title')}</h2>
          <p className={classes['shown']}>
            {format.dateTime(window.from)} – {format.dateTime(window.to)} · {format.duration(window.to - window.from)}
          </p>
        </div>
        <HistoryTools
          window={window}
          bounds={period}
          isTable={isTable}
          onWindow={setWindow}
          onTable={(next) => setSearch({ view: next ? 'table' : undefined })}
          onPeriod={() => onPeriod({ kind: 'absolute', from: Math.round(window.from), to: Math.round(window.to), shiftId: choice.shiftId })}
        />
      </div>
      {history.isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={history.refetch} />}
      {isSlow && <PageSkeleton label={t('state.loading')} />}
      {isEmpty && <EmptyState title={t('empty.title')} text={period.from > now ? t('empty.future') : t('empty.past')} />}
      {history.isCut && <p className={classes['note']}>{t('cut')}</p>}
      {history.orderProblem !== null && (
        <p className={classes['note']}>{t('ordersUnknown', { problem: problemText(t, history.orderProblem) })}</p>
      )}
      {reason !== null && spans !== null && (
        <ReasonChip reason={reason} losses={history.losses} onRemove={() => setSearch({ reason: undefined })} />
      )}
      {isTable && history.isThinned && <p className={classes['note']}>{t('table.joined')}</p>}
      <div ref={measure}>
        {spans !== null && !isEmpty && !isTable && (
          <HistoryLanes
            axis={axis}
            history={history}
            series={sensors.series}
            workCenterId={workCenter.id}
            unit={unit}
            shiftId={choice.shiftId}
            selectedAt={selectedAt}
            onOpen={onOpen}
            onLoss={onLoss}
            onReason={onReason}
          />
        )}
      </div>
      {spans !== null && isTable && (
        <Suspense fallback={<PageSkeleton label={t('state.loading')} />}>
          <HistoryTable
            history={history}
            name={workCenter.name}
            unit={unit}
            period={period}
            now={now}
            shiftId={choice.shiftId}
            isOfReason={reason !== null}
            onSelect={(row) => selection.select(spans.findLast(({ start }) => start <= row.start) ?? null)}
          />
        </Suspense>
      )}
      {!isTable && (
        <SensorChoice options={sensors.options} keys={sensors.keys} onKeys={(keys) => setSearch({ sensors: writeSensors(keys) })} />
      )}
      <SegmentDrawer
        classify={classify}
        workCenterId={workCenter.id}
        machine={workCenter.name}
        history={history}
        unit={unit}
        now={now}
        span={selected ?? null}
        asked={asked}
        onAsk={setAsked}
        onSelect={selection.select}
        onPeriod={(from, to) => onPeriod({ kind: 'absolute', from, to, shiftId: null })}
      />
    </section>
  )
}

type ReasonChipProps = { readonly reason: string; readonly losses: readonly HistoryLoss[]; readonly onRemove: () => void }

const WORDS = { none: 'stops.unclassified', planned: 'stops.planned', small: 'stops.notNeeded' } as const

/** Returns which reason the lane and the rows of losses are narrowed to, with how many there are; pressed, all are shown again. */
function ReasonChip({ reason, losses, onRemove }: ReasonChipProps) {
  const { t } = useTexts('history')
  const found = ofReason(losses, reason)
  const name = isWord(reason) ? t(WORDS[reason]) : (found[0]?.reason?.name ?? t('reason.chosen'))
  return (
    <button type="button" className={classes['chip']} title={t('reason.all')} onClick={onRemove}>
      {t('reason.only', { name, count: found.length })}
      <span className="hidden-text">. {t('reason.all')}</span> <Icon name="close" size={14} />
    </button>
  )
}
