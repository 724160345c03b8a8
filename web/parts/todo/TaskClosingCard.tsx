import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Explained } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from '../outbox/card.module.css'
import { closingOf } from './taskClosing.ts'

/** Returns a task that was closed and is not sent yet, or why that was refused and what a person may do about it. */
export function TaskClosingCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const { refusal, body, madeAt } = entry
  const closing = closingOf(entry)
  return (
    <div className={classes['unsent']}>
      <b>{t('what.task', { place: closing?.place ?? '', what: closing?.what ?? '' })}</b>
      <q>{closing?.input.comment}</q>
      <span className={classes['about']}>{t('waiting', { time: format.dateTime(madeAt) })}</span>
      {refusal !== null && (
        <p>
          <Explained>
            {refusal.code === 'TOO_OLD'
              ? t('problem.TOO_OLD')
              : problemText(t, { code: refusal.code, field: refusal.field, params: refusal.params })}
          </Explained>
        </p>
      )}
      <div className={classes['choices']}>
        {refusal !== null && <ActionButton onClick={() => onAgain(body)}>{t('again')}</ActionButton>}
        <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
      </div>
    </div>
  )
}
