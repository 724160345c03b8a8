import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ExplainPeriodsDocument, type ExplainPeriodsQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { ChangeWaterfall } from './ChangeWaterfall.tsx'
import { changeRows, changeSentence, changeSteps, daysOf } from './periodChange.view.ts'
import { signedPoints } from './signedPoints.ts'
import classes from './PeriodChange.module.css'

export type PeriodChangeProps = {
  /** Empty = all of the company. */
  readonly workCenterIds: readonly number[]
  /** Dates of shifts, both included; 92 days at most. */
  readonly dates: { readonly from: string; readonly to: string }
}

type Change = NonNullable<ExplainPeriodsQuery['explainChange']>

/** Less than what is shown of points is no news. */
const LEAST_POINTS = 0.05

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
  const change = data?.explainChange
  return (
    <section className={classes['change']} aria-label={t('change.title')}>
      {error && data === undefined && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {change === null && <p className={classes['meta']}>{t('change.none')}</p>}
      {change != null && <Explained change={change} days={daysOf(from, to)} />}
    </section>
  )
}

function Explained({ change, days }: { readonly change: Change; readonly days: number }) {
  const { t } = useTexts('shiftInsight')
  const format = useFormat()
  const { difference, rate, mix, mover } = changeSentence(change, LEAST_POINTS)
  const signed = (points: number) => signedPoints(points, format)
  const percent = (of: { readonly exactValue: number } | null | undefined) => format.percentOf(of?.exactValue, 1)
  const rows = changeRows(change)
  return (
    <>
      <p className={classes['result']}>
        <strong>{t('change.points', { points: signed(difference) })}</strong>
        {': '}
        {t(rate < 0 ? 'period.worse' : 'period.better', { points: signed(rate) })}
        {mover !== null && `, ${t(mover.ranLonger ? 'period.longer' : 'period.shorter', { points: signed(mix), name: mover.name })}`}
        {'. '}
        <span className={classes['meta']}>
          {t('period.against', { before: percent(change.before), now: percent(change.now), count: days })}
        </span>
      </p>
      {rows.length > 1 && change.before != null && change.now != null && (
        <ChangeWaterfall
          before={change.before.exactValue}
          now={change.now.exactValue}
          steps={changeSteps(change)}
          percent={(points) => format.percentOf(points, 1)}
          signed={signed}
        />
      )}
      {rows.length > 1 && (
        <div className={classes['scroll']}>
          <table className={classes['table']}>
            <caption className="hidden-text">{t('change.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('period.workCenter')}</th>
                <th scope="col">{t('period.rate')}</th>
                <th scope="col">{t('period.mix')}</th>
                <th scope="col">{t('period.share')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{row.name}</th>
                  <td data-better={row.rate >= LEAST_POINTS || undefined} data-worse={row.rate <= -LEAST_POINTS || undefined}>
                    {signed(row.rate)}
                  </td>
                  <td data-better={row.mix >= LEAST_POINTS || undefined} data-worse={row.mix <= -LEAST_POINTS || undefined}>
                    {signed(row.mix)}
                  </td>
                  <td>
                    {format.percent(row.shareBefore, 0)} → {format.percent(row.shareNow, 0)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
