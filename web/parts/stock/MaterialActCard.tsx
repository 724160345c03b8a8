import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import classes from '#web/parts/order/OrderActCard.module.css'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Explained } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { materialActOf } from './materialAct.ts'

/** Returns what was done with a batch and is not sent yet, or why it was refused and what a person may do about that. */
export function MaterialActCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const body = materialActOf(entry)
  if (body === null) return <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
  const { refusal } = entry
  const { act, place, code, quantity, occurredAt } = body
  const values = { place, code, quantity: quantity === null ? '' : format.number(quantity) }
  const said = occurredAt === null ? entry.madeAt : Date.parse(occurredAt)
  return (
    <div className={classes['card']}>
      <b>{t(`material.${act}`, values)}</b>
      <span className={classes['meta']}>{t('waiting', { time: format.dateTime(said) })}</span>
      {refusal !== null && (
        <p>
          <Explained>{refusal.code === 'TOO_OLD' ? t('problem.TOO_OLD') : problemText(t, refusal)}</Explained>
        </p>
      )}
      <div className={classes['choices']}>
        {refusal !== null && <ActionButton onClick={() => onAgain(body)}>{t('again')}</ActionButton>}
        <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
      </div>
    </div>
  )
}
