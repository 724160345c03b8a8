import { Link } from '@tanstack/react-router'
import type { OpenedShiftFragment, ShiftReportQuery } from '#web/api/generated/graphql.ts'
import { useWorthText } from '#web/parts/shiftInsight/useWorthText.ts'
import { TrustBar } from '#web/parts/shiftInsight/TrustBar.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { hasUntracked, LEAST_SECONDS, useExplainedText } from '../useExplainedText.ts'
import { topLosses, type TopLoss } from './report.view.ts'
import classes from './ShiftReport.module.css'

/** As many reasons are named; all others are one bar. */
const NAMED = 5

type ShiftLossesProps = {
  readonly shift: OpenedShiftFragment
  readonly id: number
  readonly report: ShiftReportQuery
  readonly unit: string
}

/** Returns what cost the shift most: time, number and points of OEE by reason, and how many losses have a reason. */
export function ShiftLosses({ shift, report, unit }: ShiftLossesProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const explainedText = useExplainedText()
  const worthOf = useWorthText(report.told?.worthOfMinute ?? [], unit)
  const losses = topLosses(report, (shift.oee?.plannedProductionTime ?? 0) * 1000, NAMED)
  const top = losses.reduce((most, { ms }) => Math.max(most, ms), 1)
  const nameOf = ({ kind, name }: TopLoss) => name ?? t(`lost.${kind === 'reason' ? 'rest' : kind}`)
  const { classifiedCount, unclassifiedCount } = shift.lossStats
  return (
    <section aria-label={t('lost.title')}>
      <h2>{t('lost.title')}</h2>
      <p className={classes['meta']}>
        {shift.explainedShare == null
          ? explainedText(shift)
          : t('lost.counts', {
              explained: format.percent(shift.explainedShare),
              done: format.number(classifiedCount),
              all: format.number(classifiedCount + unclassifiedCount),
            })}
      </p>
      {hasUntracked(shift) && (
        <p className={classes['meta']}>{t('lost.untracked', { duration: format.duration((shift.untrackedDuration ?? 0) * 1000) })}</p>
      )}
      {(shift.silentDuration ?? 0) >= LEAST_SECONDS && (
        <p className={classes['meta']}>{t('lost.silent', { duration: format.duration((shift.silentDuration ?? 0) * 1000) })}</p>
      )}
      {losses.length === 0 ? (
        <p className={classes['meta']}>{t('lost.none')}</p>
      ) : (
        <ol className={classes['bars']}>
          {losses.map((loss) => (
            <li key={loss.key} data-kind={loss.kind}>
              <span className={classes['barName']}>{nameOf(loss)}</span>
              <span className={classes['track']} aria-hidden>
                <span style={{ width: `${(loss.ms / top) * 100}%`, ...(loss.color !== null && { background: loss.color }) }} />
              </span>
              <span className={classes['barValue']}>
                {format.duration(loss.ms)}
                {loss.count !== null && ` · ${t('lost.times', { count: loss.count })}`}
                {loss.units !== null && ` · ${format.number(loss.units)} ${unit}`}
                {loss.points !== null && ` · ${t('lost.points', { value: format.number(loss.points, 1) })}`}
              </span>
              {loss.worth !== null && worthOf(loss.worth) !== null && <span className={classes['worth']}>{worthOf(loss.worth)}</span>}
            </li>
          ))}
        </ol>
      )}
      <TrustBar shares={report.lossesTrust} />
      <Link
        to="/losses"
        search={{ range: 'dates', from: shift.shiftDate, to: shift.shiftDate, wc: [shift.workCenterId] }}
        className={classes['link']}
        data-print="no"
      >
        {t('lost.all')}
      </Link>
    </section>
  )
}
