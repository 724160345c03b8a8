import { useMemo } from 'react'
import { DAY_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { FiguresByTimeDocument } from '#web/api/generated/graphql.ts'
import { writePeriod } from '#engine/time/periodChoice.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { serverNow } from '#web/ui/clock.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import type { TabProps } from '../page/tabProps.ts'
import { isRunning } from '../isRunning.ts'
import { noonOf } from './askedPeriod.view.ts'
import { BY_TIME_MEASURES, type ByTimeMeasure, type HeatCell, cellPercent, heatView, readMeasure, SHADES } from './byTime.view.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { HeatGrid } from './HeatGrid.tsx'
import { usePageSearch } from '../page/pageSearch.ts'
import classes from './HeatGrid.module.css'

/** The hour in progress grows without any record being closed. */
const RUNNING_MS = 60_000
/** More the API does not answer by the hour: 92 days and an hour of a clock that goes back. */
const MAX_DAYS = 92
const MAX_MS = MAX_DAYS * DAY_MS + 3_600_000

/** Returns the period by hour and day (U-21): OEE, output or downtime as a grid whose cells open the history. */
export function ByTimeTab({ workCenter, period, choice: { shiftId } }: TabProps) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const unitName = useUnitName()
  const { search, change } = usePageSearch()
  const measure = readMeasure(search)
  const isTooLong = period.to - period.from > MAX_MS
  const variables = useMemo(
    () => ({
      workCenterId: workCenter.id,
      period: { start: new Date(period.from).toISOString(), end: new Date(period.to).toISOString() },
      shiftIds: shiftId === null ? null : [shiftId],
    }),
    [workCenter.id, period, shiftId],
  )
  const [result, refetch] = useFreshQuery(
    FiguresByTimeDocument,
    variables,
    { workCenterIds: [workCenter.id], kinds: ['loss', 'output', 'shift', 'status', 'workCenter'], period },
    { pause: isTooLong, everyMs: isRunning(period) ? RUNNING_MS : null },
  )
  const found = result.data?.oeeByTime
  const view = useMemo(() => found && heatView(found, measure), [found, measure])
  const isSlow = useDelayed(result.fetching && found === undefined)
  if (isTooLong) return <EmptyState title={t('byTime.tooLong', { days: MAX_DAYS })} text={t('byTime.tooLongHelp')} />
  if (result.error && !found) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />
  if (!found || !view) return isSlow ? <p role="status">{t('state.loading')}</p> : null
  if (found.total.records === 0) return <EmptyState title={t('byTime.none')} text={t('shifts.noneHelp')} />
  const unit = unitName(workCenter.outputMeasurementUnit)
  const now = serverNow()
  const write = writer(measure)
  const when = (cell: HeatCell) => `${format.date(cell.start)}, ${format.time(cell.start)}–${format.time(cell.end)}`
  const summary =
    view.best === null || view.worst === null
      ? t('byTime.none')
      : t(`byTime.summary.${measure}`, {
          total: write(view.total),
          best: when(view.best),
          bestValue: write(view.best.value),
          worst: when(view.worst),
          worstValue: write(view.worst.value),
        })
  return (
    <ChartFigure
      title={t(`byTime.title.${measure}`)}
      summary={summary}
      table={null}
      tools={
        <ChoiceGroup
          label={t('byTime.measure')}
          isLabelHidden
          value={measure}
          choices={BY_TIME_MEASURES.map((value) => ({ value, label: t(`byTime.name.${value}`) }))}
          onChange={(value) => change({ m: value === 'oee' ? undefined : value })}
        />
      }
      legend={
        <div className={classes['legend']} data-measure={measure}>
          <span>{t(`byTime.scale.${measure}`, { unit })}</span>
          <ol>
            {view.steps.map((step, shade) => (
              <li key={step} data-shade={shade}>
                {shade === SHADES - 1 ? `≥ ${short(measure, step)}` : short(measure, step)}
              </li>
            ))}
          </ol>
          {view.hasOff && <span>{t('byTime.offShift')}</span>}
          {view.hasMissing && <span>{t('byTime.missing')}</span>}
          <span>{t('byTime.clock')}</span>
          {found.timeZone !== format.timeZone && <span>{t('byTime.zone', { zone: found.timeZone })}</span>}
        </div>
      }
    >
      <HeatGrid
        label={t(`byTime.title.${measure}`)}
        view={view}
        now={now}
        measure={measure}
        dayOf={(date) => format.dayMonth(noonOf(date, format.timeZone))}
        short={(value) => short(measure, value)}
        describe={(cell) =>
          t(`byTime.${cell.isShift ? 'cell' : cell.start >= now ? 'cellFuture' : 'cellOff'}`, {
            time: when(cell),
            name: t(`byTime.name.${measure}`),
            value: write(cell.value),
          })
        }
        onOpen={({ start, end }) =>
          change({ ...writePeriod({ kind: 'absolute', from: start, to: end, shiftId }), tab: 'history', sel: undefined }, { isStep: true })
        }
      />
    </ChartFigure>
  )

  /** What stands in a cell: percent, units, or minutes. */
  function short(of: ByTimeMeasure, value: number): string {
    if (of === 'downtime') return format.number(value / 60)
    if (of === 'oee') return format.number(cellPercent(value))
    return format.number(value)
  }

  function writer(of: ByTimeMeasure): (value: number | null) => string {
    if (of === 'oee') return (value) => format.percentOf(value, 1)
    if (of === 'output') return (value) => `${format.number(value)} ${unitName(workCenter.outputMeasurementUnit)}`
    return (value) => format.duration(value === null ? null : value * 1000)
  }
}
