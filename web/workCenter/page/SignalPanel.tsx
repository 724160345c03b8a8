import { lazy, Suspense, useMemo } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { axisMaximum, pickSeries, prepareSignal, summarize } from '#web/chart/prepareSignal.ts'
import { serverNow } from '#web/ui/clock.ts'
import type { Cursor } from '#web/ui/cursor.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { usePlotWidth } from '#web/ui/useElementWidth.ts'
import classes from './Panel.module.css'
import { loadSignalChart } from '../loadSignalChart.ts'
import { SignalLegend } from './SignalLegend.tsx'
import { useLivePoints } from './useLivePoints.ts'
import { useSignal } from './useSignal.ts'
import type { LoadedWorkCenter } from './WorkCenterHeader.tsx'
import { liveKeys, signalBands } from './workCenterPage.view.ts'

const SignalChart = lazy(loadSignalChart)

type SignalPanelProps = {
  readonly workCenter: LoadedWorkCenter
  readonly bounds: TimeWindow
  readonly window: TimeWindow
  readonly cursor: Cursor
}

/** Returns power, load, speed or current over the shift, on the axis of the timeline above, with the ranges of the status rules behind it. */
export function SignalPanel({ workCenter, bounds, window, cursor }: SignalPanelProps) {
  const { t } = useCommonTexts()
  const unitName = useUnitName()
  const format = useFormat()
  const [measure, width] = usePlotWidth()
  const { chart, plan, isFailed, refetch } = useSignal(workCenter, bounds)
  const series = useMemo(() => (chart && plan ? pickSeries(chart, plan.wanted) : []), [chart, plan])
  const live = useLiveWorkCenter(workCenter.id)
  const points = useLivePoints(workCenter.id, liveKeys(plan, series, live?.values ?? {}))
  const data = useMemo(() => (chart ? prepareSignal({ chart, series, live: points, now: serverNow() }) : null), [chart, series, points])
  const bands = useMemo(() => (plan ? signalBands(workCenter.statusRules, plan.signal) : []), [workCenter.statusRules, plan])
  const summary = useMemo(() => (data ? summarize(data) : null), [data])
  if (!plan) return null

  const unit = t(`signal.unit.${plan.signal}`, { unit: unitName(workCenter.outputMeasurementUnit) })
  const digits = summary !== null && summary.max < 100 ? 1 : 0
  const lastLoaded = series.length > 0 ? null : (points[0]?.at ?? null)
  return (
    <section ref={measure} className={classes['section']} aria-label={t(`signal.title.${plan.signal}`)}>
      <div className={classes['head']}>
        <h2>
          {t(`signal.title.${plan.signal}`)}, {unit}
        </h2>
        {/* Its place is kept while the values are on their way. */}
        {(data === null || summary !== null) && (
          <p className={classes['meta']}>
            {t('signal.summary', {
              min: format.number(summary?.min ?? null, digits),
              max: format.number(summary?.max ?? null, digits),
              last: format.number(summary?.last ?? null, digits),
              unit,
            })}
          </p>
        )}
        <SignalLegend bands={bands} phases={plan.signal === 'CURRENT' ? series.map((one) => one.sensorType) : []} />
      </div>
      {isFailed && !chart && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {data !== null && summary === null && <p className={classes['empty']}>{t('state.noDataYet')}</p>}
      {summary !== null && lastLoaded !== null && (
        <p className={classes['meta']} role="status">
          {t('signal.liveOnly', { time: format.timeWithSeconds(lastLoaded) })}
        </p>
      )}
      {(data === null || summary !== null) && (
        <div className={classes['plot']}>
          {data !== null && width > 0 && (
            <Suspense fallback={<div className={classes['canvas']} />}>
              <SignalChart
                data={data}
                bands={bands}
                top={axisMaximum(summary, bands)}
                width={width}
                window={window}
                cursor={cursor}
                formatValue={(value) => format.number(value, Number.isInteger(value) ? 0 : 1)}
              />
            </Suspense>
          )}
        </div>
      )}
    </section>
  )
}
