import { useMemo } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OutputOfShiftDocument } from '#web/api/generated/graphql.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { OutputChart } from '#web/chart/OutputChart.tsx'
import { bucketSeconds, prepareOutput } from '#web/chart/prepareOutput.ts'
import { TimeAxis } from '#web/parts/timeline/TimeAxis.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { GUTTER_LEFT, GUTTER_RIGHT, type TimeWindow } from '#web/ui/timeWindow.ts'
import { usePlotWidth } from '#web/ui/useElementWidth.ts'
import classes from './Panel.module.css'
import { isRunning } from '../isRunning.ts'
import type { LoadedWorkCenter } from './WorkCenterHeader.tsx'

/** What is being made is in no closed record yet. */
const RUNNING_MS = 60_000
const NOW_STEP_MS = 5000

/** Returns the shift's output against its plan: made, expected by now, and projected at this pace. */
export function OutputPanel({ workCenter, bounds }: { readonly workCenter: LoadedWorkCenter; readonly bounds: TimeWindow }) {
  const { t } = useCommonTexts()
  const unitName = useUnitName()
  const format = useFormat()
  const live = useLiveWorkCenter(workCenter.id)
  const now = useCoarseNow(NOW_STEP_MS)
  const [measure, width] = usePlotWidth()
  const variables = useMemo(
    () => ({
      workCenterId: workCenter.id,
      period: { start: new Date(bounds.from).toISOString(), end: new Date(bounds.to).toISOString() },
      bucketSeconds: bucketSeconds(bounds),
    }),
    [workCenter.id, bounds],
  )
  const [result, refetch] = useFreshQuery(
    OutputOfShiftDocument,
    variables,
    { workCenterIds: [workCenter.id], kinds: ['output', 'shift', 'order', 'workCenter'], period: bounds },
    { everyMs: isRunning(bounds) ? RUNNING_MS : null },
  )
  const buckets = result.data?.outputChart
  const output = live?.output ?? null
  const view = useMemo(
    () => (buckets ? prepareOutput({ buckets, now, start: bounds.from, end: bounds.to, live: output }) : null),
    [buckets, now, bounds, output],
  )
  const unit = unitName(workCenter.outputMeasurementUnit)
  const amount = (value: number) => `${format.number(value)} ${unit}`
  return (
    <section ref={measure} className={classes['section']} aria-label={t('output.title')}>
      <div className={classes['head']}>
        <h2>
          {t('output.title')}, {unit}
        </h2>
        {output !== null && (
          <p className={classes['meta']}>
            {output.targetFullShift === null
              ? t('output.summaryNoPlan', { total: amount(output.total), rejected: format.number(output.rejected) })
              : t('output.summary', {
                  total: format.number(output.total),
                  plan: amount(output.targetFullShift),
                  rejected: format.number(output.rejected),
                })}
          </p>
        )}
        <ul className={classes['legend']}>
          <LegendLine name={t('output.total')} kind="actual" />
          <LegendLine name={t('output.plan')} kind="plan" />
          <LegendLine name={t('output.rejected')} kind="rejected" />
        </ul>
      </div>
      {result.error && !buckets && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {output === null && buckets !== undefined && <p className={classes['empty']}>{t('output.none')}</p>}
      {(buckets !== undefined || !result.error) && (
        <div className={classes['plot']}>
          {view !== null && width > 0 && (
            <>
              <OutputChart
                view={view}
                window={bounds}
                width={width}
                formatValue={(value) => format.number(value)}
                expectedLabel={view.expectedNow && t('output.expectedNow', { value: format.number(Math.floor(view.expectedNow.value)) })}
              />
              <TimeAxis window={bounds} width={width - GUTTER_LEFT - GUTTER_RIGHT} />
            </>
          )}
        </div>
      )}
      {output !== null && (view === null || view.projected !== null) && (
        <p className={classes['meta']}>
          {t('output.projected', { value: view?.projected == null ? format.number(null) : amount(Math.floor(view.projected.value)) })}
        </p>
      )}
    </section>
  )
}

function LegendLine({ name, kind }: { readonly name: string; readonly kind: 'actual' | 'plan' | 'rejected' }) {
  return (
    <li>
      <svg width="20" height="8" aria-hidden focusable={false}>
        <line className={classes[kind]} x1="0" x2="20" y1="4" y2="4" />
      </svg>
      {name}
    </li>
  )
}
