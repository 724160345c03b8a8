import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ExplainPeriodsDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { ExplainedChange } from './ExplainedChange.tsx'
import { daysOf } from './periodChange.view.ts'
import classes from './PeriodChange.module.css'

export type PeriodChangeProps = {
  /** Empty = all of the company. */
  readonly workCenterIds: readonly number[]
  /** Dates of shifts, both included; 92 days at most. */
  readonly dates: { readonly from: string; readonly to: string }
}

/** Returns why OEE of several work centers together differs from the days before: who worked better, and whose share of the time grew. */
export function PeriodChange({ workCenterIds, dates: { from, to } }: PeriodChangeProps) {
  const { t } = useTexts('shiftInsight')
  const [{ data, error }, refetch] = useFreshQuery(
    ExplainPeriodsDocument,
    useMemo(
      () => ({ dateFrom: from, dateTo: to, ...(workCenterIds.length > 0 && { workCenterIds: [...workCenterIds] }) }),
      [from, to, workCenterIds],
    ),
    { workCenterIds: workCenterIds.length > 0 ? workCenterIds : null, kinds: ['shift', 'workCenter'] },
  )
  const format = useFormat()
  const change = data?.explainChange
  const percent = (of: { readonly exactValue: number } | null | undefined) => format.percentOf(of?.exactValue, 1)
  return (
    <section className={classes['change']} aria-label={t('change.title')}>
      {error && data === undefined && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {change === null && <p className={classes['meta']}>{t('change.none')}</p>}
      {change != null && (
        <ExplainedChange
          change={change}
          note={t('period.against', { before: percent(change.before), now: percent(change.now), count: daysOf(from, to) })}
        />
      )}
    </section>
  )
}
