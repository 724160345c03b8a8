import { useMemo, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { type OeeFactor, ShiftsOfPeriodDocument } from '#web/api/generated/graphql.ts'
import { type FileColumn, RowsFile } from '#web/parts/list/table/RowsFile.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import type { TabProps } from '../page/tabProps.ts'
import { isRunning } from '../isRunning.ts'
import { WhyThisNumber } from '#web/parts/why/WhyThisNumber.tsx'
import type { Explained } from './rollUp.view.ts'
import { RollUpWhy } from './RollUpWhy.tsx'
import { ShiftCards } from './ShiftCards.tsx'
import { FIGURES } from './figureKinds.ts'
import { readOrder, type ShiftRow, sortShifts, writeOrder } from './shifts.view.ts'
import { usePageSearch } from '../page/pageSearch.ts'
import classes from './ShiftsTab.module.css'
import { ShiftTable } from './ShiftTable.tsx'
import { useAsked } from './useAsked.ts'

/** The figures of a shift in progress grow without any record being closed. */
const RUNNING_MS = 60_000

/** What is asked about: one shift by its start, or all of them together. */
type Question = { readonly start: number; readonly factor: OeeFactor } | { readonly start: null; readonly figure: Explained }

/** Returns the shifts of the period (U-21) with figures, output, stops and confirmation, and their totals. */
export function ShiftsTab(props: TabProps) {
  const { workCenter } = props
  const { t } = useTexts('statistics')
  const format = useFormat()
  const unitName = useUnitName()
  const { search, change } = usePageSearch()
  const { current } = useAsked(props)
  const [question, setQuestion] = useState<Question | null>(null)
  const [result, refetch] = useFreshQuery(
    ShiftsOfPeriodDocument,
    useMemo(() => ({ filter: current.filter }), [current.filter]),
    { workCenterIds: [workCenter.id], kinds: FIGURES, period: props.period },
    { everyMs: isRunning(props.period) ? RUNNING_MS : null },
  )
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  if (result.error && !result.data) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />
  if (!result.data) return isSlow ? <p role="status">{t('state.loading')}</p> : null
  const order = readOrder(search)
  const rows = sortShifts(result.data.oeeReport, order)
  const details = result.data.oeeStatisticsDetails ?? null
  if (rows.length === 0 || details === null) return <EmptyState title={t('shifts.none')} text={t('shifts.noneHelp')} />
  const unit = unitName(workCenter.outputMeasurementUnit)
  const [start, end] = [Date.parse(current.filter.period.start), Date.parse(current.filter.period.end) - 1]
  const dates = format.date(start) === format.date(end) ? format.date(start) : `${format.date(start)} – ${format.date(end)}`
  const shown = {
    rows,
    stats: details.stats,
    unit,
    targets: workCenter,
    order,
    onOrder: (next: typeof order) => change({ sort: writeOrder(next) }),
    onWhy: (shiftStart: string) => setQuestion({ start: Date.parse(shiftStart), factor: 'OEE' }),
    onWhyAll: () => setQuestion({ start: null, figure: 'OEE' }),
  }
  const share = (key: 'availability' | 'oee' | 'performance' | 'quality'): FileColumn<ShiftRow> => ({
    title: t(`oee.${key}`),
    kind: 'number',
    unit: '%',
    value: (row) => row[key]?.exactValue ?? null,
  })
  const inFile: readonly FileColumn<ShiftRow>[] = [
    { title: t('byTime.day'), value: (row) => row.shiftDate },
    { title: t('shifts.date'), value: (row) => row.shift.name },
    { title: t('timeline.from'), kind: 'instant', value: (row) => Date.parse(row.shiftStart) },
    { title: t('timeline.to'), kind: 'instant', value: (row) => Date.parse(row.shiftEnd) },
    share('oee'),
    share('availability'),
    share('performance'),
    share('quality'),
    { title: t('shifts.output'), kind: 'number', unit, value: (row) => row.totalOutput },
    { title: t('shifts.target'), kind: 'number', unit, value: (row) => row.targetOutput ?? null },
    { title: t('shifts.rejected'), kind: 'number', unit, value: (row) => row.rejectedOutput },
    { title: t('shifts.state'), value: (row) => t(`shifts.status.${row.shift.status}`) },
  ]
  return (
    <section className={classes['section']} aria-label={t('shifts.title')}>
      <div className={classes['file']}>
        <RowsFile title={t('shifts.title')} rows={rows} columns={inFile} />
      </div>
      <p className={classes['meta']}>
        {dates} · {t('figures.of', { count: details.stats.records })}
        {details.stats.isProvisional && `, ${t(details.stats.records === 1 ? 'figures.onlyProvisional' : 'figures.provisional')}`}
      </p>
      <div className={classes['wide']}>
        <ShiftTable {...shown} />
      </div>
      <div className={classes['narrow']}>
        <ShiftCards {...shown} />
      </div>
      <SidePanel
        isOpen={question !== null}
        onClose={() => setQuestion(null)}
        side="right"
        title={t('why.title')}
        closeLabel={t('state.close')}
      >
        {question !== null && question.start !== null && (
          <WhyThisNumber
            workCenterId={workCenter.id}
            shiftStart={question.start}
            unit={unit}
            factor={question.factor}
            onFactor={(factor) => setQuestion({ ...question, factor })}
            onFollow={() => setQuestion(null)}
          />
        )}
        {question !== null && question.start === null && (
          <RollUpWhy
            workCenterId={workCenter.id}
            asked={current}
            details={details}
            figure={question.figure}
            unit={unit}
            onFollow={() => setQuestion(null)}
          />
        )}
      </SidePanel>
    </section>
  )
}
