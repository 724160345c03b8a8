import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { SensorValuesOfShiftDocument } from '#web/api/generated/graphql.ts'
import { axisMaximum, pickSeries, prepareSignal, summarize } from '#web/chart/prepareSignal.ts'
import { TimeAxis } from '#web/parts/timeline/TimeAxis.tsx'
import type { Cursor } from '#web/ui/cursor.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { GUTTER_LEFT, GUTTER_RIGHT, type TimeWindow } from '#web/ui/timeWindow.ts'
import { useElementWidth } from '#web/ui/useElementWidth.ts'
import classes from './Panel.module.css'
import { useLivePoints } from './useLivePoints.ts'
import { useRefetchEvery } from './useRefetchEvery.ts'
import type { LoadedWorkCenter } from './WorkCenterHeader.tsx'
import { signalBands, signalPlans } from './workCenterPage.view.ts'

const SignalChart = lazy(() => import('#web/chart/SignalChart.tsx'))

const MAX_POINTS = 600
const REFETCH_MS = 120_000

type SignalPanelProps = {
  readonly workCenter: LoadedWorkCenter
  readonly bounds: TimeWindow
  readonly window: TimeWindow
  readonly cursor: Cursor
}

/** Returns power, load, speed or current over the shift, on the axis of the timeline above, with the ranges of the status rules behind it. */
export function SignalPanel({ workCenter, bounds, window, cursor }: SignalPanelProps) {
  const { t } = useTranslation()
  const unitName = useUnitName()
  const format = useFormat()
  const [measure, width] = useElementWidth()
  const plans = useMemo(() => signalPlans(workCenter.statusSource), [workCenter.statusSource])
  const variables = useMemo(
    () => ({
      workCenterId: workCenter.id,
      sensorTypes: plans.flatMap((plan) => [...plan.sensorTypes]),
      period: { start: new Date(bounds.from).toISOString(), end: new Date(bounds.to).toISOString() },
      maxPoints: MAX_POINTS,
    }),
    [workCenter.id, plans, bounds],
  )
  const [result, ask] = useQuery({ query: SensorValuesOfShiftDocument, variables })
  useRefetchEvery(REFETCH_MS, ask)
  const chart = result.data?.sensorValues
  const plan = (chart && plans.find((candidate) => pickSeries(chart, candidate.sensorTypes).length > 0)) ?? plans[0]
  const points = useLivePoints(workCenter.id, plan?.liveKey ?? null)
  const data = useMemo(
    () => (chart && plan ? prepareSignal(chart, pickSeries(chart, plan.sensorTypes), points) : null),
    [chart, plan, points],
  )
  const bands = useMemo(() => (plan ? signalBands(workCenter.statusRules, plan.signal) : []), [workCenter.statusRules, plan])
  const summary = useMemo(() => (data ? summarize(data) : null), [data])
  if (!plan) return null

  const unit = t(`signal.unit.${plan.signal}`, { unit: unitName(workCenter.outputMeasurementUnit) })
  const digits = summary !== null && summary.max < 100 ? 1 : 0
  return (
    <section ref={measure} className={classes['section']} aria-label={t(`signal.title.${plan.signal}`)}>
      <div className={classes['head']}>
        <h2>
          {t(`signal.title.${plan.signal}`)}, {unit}
        </h2>
        {summary !== null && (
          <p className={classes['meta']}>
            {t('signal.summary', {
              min: format.number(summary.min, digits),
              max: format.number(summary.max, digits),
              last: format.number(summary.last, digits),
              unit,
            })}
          </p>
        )}
        {bands.length > 0 && (
          <ul className={classes['legend']} aria-label={t('signal.rules')}>
            {bands.map((band) => (
              <li key={band.name}>
                <svg width="12" height="12" aria-hidden focusable={false}>
                  <rect width="12" height="12" rx="2" fill={band.color} />
                </svg>
                {band.name} {format.number(band.min, 1)}
                {band.max === null ? '+' : `–${format.number(band.max, 1)}`}
              </li>
            ))}
          </ul>
        )}
      </div>
      {result.error && !chart && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {data !== null && summary === null && <p className={classes['empty']}>{t('state.noDataYet')}</p>}
      {(data === null || summary !== null) && (
        <div className={classes['plot']}>
          {data !== null && width > 0 && (
            <Suspense fallback={null}>
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
          {data !== null && <TimeAxis window={window} width={width - GUTTER_LEFT - GUTTER_RIGHT} />}
        </div>
      )}
    </section>
  )
}
