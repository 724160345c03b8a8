import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { ChangeWaterfall } from './ChangeWaterfall.tsx'
import { changeRows, changeSentence, changeSteps, type Change } from './periodChange.view.ts'
import { signedPoints } from './signedPoints.ts'
import classes from './PeriodChange.module.css'

type ExplainedChangeProps = {
  readonly change: Change
  /** What is compared with what. */
  readonly note: string
}

/** Less than what is shown of points is no news. */
const LEAST_POINTS = 0.05

/** Returns a change of OEE of several work centers as a sentence, as steps and as a table. */
export function ExplainedChange({ change, note }: ExplainedChangeProps) {
  const { t } = useTexts('shiftInsight')
  const format = useFormat()
  const { difference, rate, mix, mover } = changeSentence(change, LEAST_POINTS)
  const signed = (points: number) => signedPoints(points, format)
  const rows = changeRows(change)
  return (
    <>
      <p className={classes['result']}>
        <strong>{t('change.points', { points: signed(difference) })}</strong>
        {': '}
        {t(rate < 0 ? 'period.worse' : 'period.better', { points: signed(rate) })}
        {mover !== null && `, ${t(mover.ranLonger ? 'period.longer' : 'period.shorter', { points: signed(mix), name: mover.name })}`}
        {'. '}
        <span className={classes['meta']}>{note}</span>
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
