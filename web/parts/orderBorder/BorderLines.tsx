import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './BorderLines.module.css'
import { quantityText } from './quantityText.ts'
import type { ToldBorder } from './useToldBorder.ts'

/** Returns what moving a border of orders would do: what was made of each order before and after, the OEE of the shifts, stops and confirmations between (domain.md F-5); or why it cannot go there. */
export function BorderLines({ told: { effect, problem }, unit }: { readonly told: ToldBorder; readonly unit: string }) {
  const { t } = useTexts('orderBorder')
  const format = useFormat()
  const signed = (change: number) => `${change < 0 ? '−' : '+'}${quantityText(format, Math.abs(change))}`
  const oee = (effect?.shifts ?? []).map(({ timeStart, oeeBefore, oeeAfter }) => ({
    timeStart,
    before: format.percentOf(oeeBefore?.exactValue, 1),
    after: format.percentOf(oeeAfter?.exactValue, 1),
  }))
  if (problem !== null) return <p className={classes['problem']}>{problemText(t, problem, format)}</p>
  if (effect === null) return <p className={classes['muted']}>{t('asking')}</p>
  return (
    <>
      {effect.output.map(({ jobOrderIds, orderCodes, before, after }) => (
        <p key={jobOrderIds.join()} className={classes['line']}>
          <span>{orderCodes.length === 0 ? t('without') : orderCodes.join(' + ')}</span>
          <span>
            {quantityText(format, before.totalOutput)} → {quantityText(format, after.totalOutput)} {unit}{' '}
            <b>({signed(after.totalOutput - before.totalOutput)})</b>
          </span>
        </p>
      ))}
      {effect.output.length === 0 && <p>{t('noOutput')}</p>}
      {oee.map(({ timeStart, before, after }) => (
        <p key={timeStart} className={classes['line']}>
          <span>{t('oee')}</span>
          <span>{before === after ? before : `${before} → ${after}`}</span>
        </p>
      ))}
      {effect.stops > 0 && <p className={classes['muted']}>{t('stops', { count: effect.stops })}</p>}
      {effect.confirmations > 0 && <p>{t('confirmations', { count: effect.confirmations })}</p>}
    </>
  )
}
