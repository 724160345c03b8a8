import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Explained } from '#web/ui/Alert.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { asOfNow } from './asOfNow.ts'
import { orderActOf } from './orderAct.ts'
import { tapOf } from './orderActKind.ts'
import classes from './OrderActCard.module.css'

/** Returns what was done with an order and is not sent yet, or why it was refused and what a person may do about that. */
export function OrderActCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const body = orderActOf(entry)
  if (body === null) return <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
  const { refusal } = entry
  const what = body.running === undefined ? body.action : (`SWITCH_${body.running.choice}` as const)
  const asNow = () => (refusal === null ? null : asOfNow(body, refusal.code, serverNow()))
  const since = Date.parse(body.at ?? tapOf(body, entry.madeAt))
  return (
    <div className={classes['card']}>
      <b>{t(`order.${what}`, { place: body.place, code: body.orderCode, running: body.running?.codes.join(', ') ?? '' })}</b>
      <span className={classes['meta']}>{t('order.since', { time: format.dateTime(since) })}</span>
      {refusal !== null && (
        <p>
          <Explained>
            {refusal.code === 'SHIFT_CONFIRMED' || refusal.code === 'TOO_OLD' ? t(`problem.${refusal.code}`) : problemText(t, refusal)}
          </Explained>
        </p>
      )}
      <div className={classes['choices']}>
        {refusal !== null && <ActionButton onClick={() => onAgain(body)}>{t('again')}</ActionButton>}
        {asNow() !== null && <ActionButton onClick={() => onAgain(asNow())}>{t('order.now')}</ActionButton>}
        <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
      </div>
    </div>
  )
}
