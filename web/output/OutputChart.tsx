import { useMemo, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OutputChartOfPageDocument } from '#web/api/generated/graphql.ts'
import { BarsChart } from '#web/chart/BarsChart.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { type ChartPoint, chartPeriod, chartSums, openedBy, pointsByUnit } from './outputChart.view.ts'
import classes from './OutputPage.module.css'
import type { OutputSearch } from './outputSearch.ts'

const SECONDS = { day: 86_400, hour: 3600 } as const
const CLOCK_MS = 300_000

export type OutputChartProps = {
  readonly search: OutputSearch
  readonly step: 'day' | 'hour'
  readonly zone: string
  readonly onOpen: (next: Partial<OutputSearch>) => void
}

/** Returns output by days or hours against its target, confirmed in full colour: a column, or its line in the table, lists what it stands for. */
export function OutputChart({ search, step, zone, onOpen }: OutputChartProps) {
  const { t } = useTexts('output')
  const format = useZoneFormat(zone)
  const unitName = useUnitName()
  const now = useCoarseNow(CLOCK_MS)
  const { start, end, isShortened } = useMemo(() => chartPeriod(search, zone, now), [search, zone, now])
  const [result, ask] = useFreshQuery(
    OutputChartOfPageDocument,
    useMemo(
      () => ({ workCenterIds: search.wc.length > 0 ? [...search.wc] : null, period: { start, end }, bucketSeconds: SECONDS[step] }),
      [search.wc, start, end, step],
    ),
    { workCenterIds: null, kinds: ['output'] },
  )
  const [unitCode, setUnitCode] = useState('')
  const groups = useMemo(() => pointsByUnit(result.data?.outputChart ?? []), [result.data])
  const codeOf = (group: readonly ChartPoint[]) => group[0]?.measurementUnit.code ?? ''
  const points = groups.find((group) => codeOf(group) === unitCode) ?? groups[0] ?? []
  const unit = points[0] === undefined ? '' : unitName(points[0].measurementUnit)
  const nameOf = ({ timeStart }: ChartPoint) => {
    const at = Date.parse(timeStart)
    return step === 'day' ? format.dayMonth(at) : `${format.dayMonth(at)}, ${format.time(at)}`
  }
  const number = (value: number | null) => (value === null ? '—' : format.number(value))
  const bars = points.map((point) => ({
    key: point.timeStart,
    label: step === 'day' ? format.dayMonth(Date.parse(point.timeStart)) : format.time(Date.parse(point.timeStart)),
    title: `${nameOf(point)}: ${format.number(point.totalOutput)} ${unit}`,
    value: point.totalOutput,
    before: point.planOutput,
    isPartial: Date.parse(point.timeEnd) > now,
    color: 'var(--success)',
    solidShare: point.totalOutput > 0 ? (point.confirmedOutput ?? 0) / point.totalOutput : 0,
  }))
  const open = (key: string) => {
    const point = points.find(({ timeStart }) => timeStart === key)
    if (point !== undefined) onOpen(openedBy(point, step, zone))
  }
  if (result.error) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
  if (result.data === undefined) return <p role="status">{t('state.loading')}</p>
  const { made, confirmed, plan } = chartSums(points)
  const summary = t(plan === null ? 'chart.summary' : 'chart.summaryPlan', {
    made: `${format.number(made)} ${unit}`,
    confirmed: format.number(confirmed),
    plan: number(plan),
  })
  return (
    <section className={classes['chart']} aria-label={t(`chart.${step}`)}>
      <p>
        {points.length === 0 ? t('empty.noMatch') : summary} {isShortened && t('chart.shortened')}
      </p>
      {groups.length > 1 && (
        <ChoiceGroup
          label={t('column.unit')}
          isLabelHidden
          value={codeOf(points)}
          choices={groups.map((group) => ({
            value: codeOf(group),
            label: group[0] === undefined ? '' : unitName(group[0].measurementUnit),
          }))}
          onChange={setUnitCode}
        />
      )}
      {points.length > 0 && (
        <>
          <BarsChart bars={bars} least={1} target={null} formatMark={(value) => format.number(value)} onPick={open} />
          <p className={classes['muted']}>{t('chart.legend')}</p>
          <details>
            <summary>{t('chart.table')}</summary>
            <Table
              caption={t(`chart.${step}`)}
              rows={points}
              rowKey={({ timeStart }) => timeStart}
              columns={[
                {
                  key: 'time',
                  title: t('column.time'),
                  cell: (point) => (
                    <button type="button" className={classes['name']} onClick={() => open(point.timeStart)}>
                      {nameOf(point)}
                    </button>
                  ),
                },
                { key: 'made', title: t('chart.made'), isNumber: true, cell: ({ totalOutput }) => number(totalOutput) },
                { key: 'rejected', title: t('column.rejected'), isNumber: true, cell: ({ rejectedOutput }) => number(rejectedOutput) },
                { key: 'confirmed', title: t('column.confirmed'), isNumber: true, cell: ({ confirmedOutput }) => number(confirmedOutput) },
                { key: 'plan', title: t('chart.plan'), isNumber: true, cell: ({ planOutput }) => number(planOutput) },
              ]}
            />
          </details>
        </>
      )}
    </section>
  )
}
