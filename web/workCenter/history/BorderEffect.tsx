import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { OrderRun } from './historySpans.ts'
import { quantityText } from './orderBorders.view.ts'
import classes from './OrderLane.module.css'
import type { BorderDraft } from './orderBorders.view.ts'
import type { BorderMove } from './useBorderMove.ts'

const WIDTH_PX = 300

type BorderEffectProps = {
  readonly move: BorderMove & { readonly draft: BorderDraft }
  readonly orders: readonly OrderRun[]
  readonly unit: string
  /** px of the border in the lane, and of the lane. */
  readonly x: number
  readonly width: number
}

/** Returns what moving the border there would do: what was made of each order, the OEE of the shifts, stops and confirmations between (domain.md F-5). */
export function BorderEffect({ move: { draft, effect, problem }, orders, unit, x, width }: BorderEffectProps) {
  const { t } = useTexts('history')
  const format = useFormat()
  const codes = new Map(orders.map(({ orderId, code }) => [orderId, code]))
  const signed = (change: number) => `${change < 0 ? '−' : '+'}${quantityText(format, Math.abs(change))}`
  const nameOf = (ids: readonly number[]) =>
    ids.length === 0 ? t('border.without') : ids.map((id) => codes.get(id) ?? String(id)).join(' + ')
  const oee = (effect?.shifts ?? []).map(({ timeStart, oeeBefore, oeeAfter }) => ({
    timeStart,
    before: format.percentOf(oeeBefore?.exactValue, 1),
    after: format.percentOf(oeeAfter?.exactValue, 1),
  }))
  return (
    <div className={classes['effect']} style={{ left: Math.max(0, Math.min(x - WIDTH_PX / 2, width - WIDTH_PX)) }} role="status" data-tip>
      <p className={classes['times']}>
        {format.time(draft.at)} → {format.time(draft.newAt)}
      </p>
      {problem !== null && <p className={classes['problem']}>{problemText(t, problem)}</p>}
      {problem === null && effect === null && <p className={classes['muted']}>{t('border.asking')}</p>}
      {effect?.output.map(({ jobOrderIds, before, after }) => (
        <p key={jobOrderIds.join()} className={classes['line']}>
          <span>{nameOf(jobOrderIds)}</span>
          <span>
            {quantityText(format, before.totalOutput)} → {quantityText(format, after.totalOutput)} {unit}{' '}
            <b>({signed(after.totalOutput - before.totalOutput)})</b>
          </span>
        </p>
      ))}
      {effect !== null && effect.output.length === 0 && <p>{t('border.noOutput')}</p>}
      {oee.map(({ timeStart, before, after }) => (
        <p key={timeStart} className={classes['line']}>
          <span>{t('border.oee')}</span>
          <span>{before === after ? before : `${before} → ${after}`}</span>
        </p>
      ))}
      {effect !== null && effect.stops > 0 && <p className={classes['muted']}>{t('border.stops', { count: effect.stops })}</p>}
      {effect !== null && effect.confirmations > 0 && <p>{t('border.confirmations', { count: effect.confirmations })}</p>}
      <p className={classes['muted']}>{t('border.keys')}</p>
    </div>
  )
}
