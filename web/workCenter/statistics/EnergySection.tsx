import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { EnergyOfPeriodDocument } from '#web/api/generated/graphql.ts'
import { BarsChart } from '#web/chart/BarsChart.tsx'
import { useOneUnit } from '#web/parts/useUnitName.ts'
import { type FileColumn, filePercent } from '#web/parts/list/table/RowsFile.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { Table } from '#web/ui/Table.tsx'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { type Asked, energyGrain } from './askedPeriod.view.ts'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import { ChartFigure } from './ChartFigure.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import classes from './EnergySection.module.css'
import { comparedEnergy, energyBars, energySum, energyVariables, isFairEnergy } from './energy.view.ts'
import { FigureTile } from '#web/parts/figures/FigureTile.tsx'
import { ENERGY } from './figureKinds.ts'

type EnergySectionProps = {
  readonly workCenterId: number
  readonly period: TimeWindow
  readonly asked: Asked
  readonly before: Asked | null
  readonly unit: string
}

/** Returns the energy of the period: its sum with how much of it is known, power and speed, and columns by hour, day or shift. */
export function EnergySection({ workCenterId, period, asked, before, unit }: EnergySectionProps) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const oneUnit = useOneUnit()
  const periodType = energyGrain(period, asked.shiftIds)
  const variables = useMemo(() => energyVariables(workCenterId, asked, periodType), [workCenterId, asked, periodType])
  const past = useMemo(() => energyVariables(workCenterId, before ?? asked, periodType), [workCenterId, before, asked, periodType])
  const interest = { workCenterIds: [workCenterId], kinds: ENERGY }
  const [result, refetch] = useFreshQuery(
    EnergyOfPeriodDocument,
    variables,
    { ...interest, period: asked.window },
    { pause: asked.window === null },
  )
  const [earlier] = useFreshQuery(EnergyOfPeriodDocument, past, { ...interest, period: before?.window }, { pause: before?.window == null })
  if (result.error && !result.data) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />
  if (!result.data || asked.window === null) return null
  const sum = energySum(result.data, asked)
  const isAsked = before !== null && earlier.data !== undefined
  // Of less than half of the time no saving is told that was not measured.
  const sumBefore = before === null || !earlier.data ? null : comparedEnergy(sum, energySum(earlier.data, before))
  const answered = { asked, periodEnd: period.to, rows: result.data.energyReport }
  const answeredBefore = sumBefore === null || before === null || !earlier.data ? null : { asked: before, rows: earlier.data.energyReport }
  const kwh = (value: number) => t('energy.kwh', { value: format.number(value, value < 100 ? 1 : 0) })
  const isJudged = sumBefore !== null && before !== null && isFairEnergy(sum, sumBefore, { current: asked, past: before })
  const bars = energyBars(answered, answeredBefore, format.timeZone).map((bar) => ({
    ...bar,
    label: periodType === null ? format.time(bar.start) : format.dayMonth(bar.start),
    name: periodType === 'DAY' ? format.date(bar.start) : format.dateTime(bar.start),
    title: `${periodType === 'DAY' ? format.date(bar.start) : format.dateTime(bar.start)}: ${bar.value === null ? '—' : kwh(bar.value)}`,
    color: 'var(--accent)',
  }))
  const most = Math.max(0, ...bars.map(({ value }) => value ?? 0))
  const { energyStat, speedStat } = result.data
  const kwhPerUnit = (value: number) => t('energy.kwh', { value: format.number(value, 3) })
  const speed = (value: number | null | undefined) => t('signal.unit.SPEED', { unit: `${format.number(value, 1)} ${unit}` })
  const isWhole = asked.shiftIds === null
  const inFile: readonly FileColumn<(typeof bars)[number]>[] = [
    { title: t('timeline.from'), kind: 'instant', value: ({ start }) => start },
    { title: t('energy.title'), kind: 'number', unit: t('energy.unit'), value: ({ value }) => value },
    { title: t('energy.known'), kind: 'number', unit: '%', value: ({ coverage }) => filePercent(coverage) },
    ...(sumBefore === null
      ? []
      : [
          {
            title: t('compare.past'),
            kind: 'number' as const,
            unit: t('energy.unit'),
            value: ({ before: was }: (typeof bars)[number]) => was,
          },
        ]),
  ]
  return (
    <ChartFigure
      title={t('energy.title')}
      summary={
        sum.kwh === null ? t('energy.none') : t('energy.summary', { value: kwh(sum.kwh), coverage: format.percent(sum.coverage, 0) })
      }
      legend={<ChartLegend hasBefore={sumBefore !== null} hasPartial={bars.some(({ isPartial }) => isPartial)} />}
      file={{ title: t('energy.title'), rows: bars, columns: inFile }}
      table={
        <Table
          caption={t('energy.title')}
          rows={bars}
          rowKey={(bar) => bar.key}
          columns={[
            { key: 'name', title: t('timeline.from'), cell: (bar) => bar.name },
            { key: 'value', title: t('energy.unit'), isNumber: true, cell: (bar) => format.number(bar.value, 1) },
            { key: 'coverage', title: t('energy.known'), isNumber: true, cell: (bar) => format.percent(bar.coverage, 0) },
          ]}
        />
      }
    >
      {sum.isLow && (
        <p className={classes['warning']} role="note">
          <Icon name="alert" size={16} /> {t('energy.low')}
        </p>
      )}
      {sum.isAssumed && <p className={classes['meta']}>{t('energy.assumed')}</p>}
      <div className={classes['tiles']}>
        <FigureTile
          name={t('energy.title')}
          value={sum.kwh === null ? '—' : kwh(sum.kwh)}
          note={t('energy.coverage', { share: format.percent(sum.coverage, 0) })}
          // More energy is no worse where more is made.
          change={isAsked && <ChangeNote now={sum.kwh} before={sumBefore?.kwh ?? null} direction="neutral" digits={1} format={kwh} />}
        />
        {isWhole && energyStat?.energyPerUnit != null && (
          <FigureTile
            name={t('energy.perUnit', { unit: oneUnit(unit) })}
            value={kwhPerUnit(energyStat.energyPerUnit)}
            change={
              isAsked && (
                <ChangeNote
                  now={energyStat.energyPerUnit}
                  before={sumBefore === null ? null : (earlier.data?.energyStat?.energyPerUnit ?? null)}
                  direction={isJudged ? 'less' : 'neutral'}
                  digits={3}
                  format={kwhPerUnit}
                />
              )
            }
          />
        )}
        {isWhole && energyStat?.periodAverageValue != null && (
          <FigureTile
            name={t('energy.power')}
            value={t('energy.kw', { value: format.number(energyStat.periodAverageValue, 1) })}
            note={t('energy.most', { value: t('energy.kw', { value: format.number(energyStat.periodMaxValue, 1) }) })}
          />
        )}
        {isWhole && speedStat?.periodAvgValue != null && (
          <FigureTile
            name={t('energy.speed')}
            value={speed(speedStat.periodAvgValue)}
            note={t('energy.most', { value: speed(speedStat.periodMaxValue) })}
          />
        )}
      </div>
      {sum.kwh !== null && bars.length > 1 && (
        <BarsChart bars={bars} least={0} target={null} formatMark={(value) => format.number(value, most < 5 ? 1 : 0)} />
      )}
    </ChartFigure>
  )
}
