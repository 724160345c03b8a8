import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Explained } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from '../outbox/card.module.css'
import { handInOf } from './handInKind.ts'

/** Returns a checklist that is not sent yet, or why it was refused and what a person may do about that. */
export function HandInCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const { refusal, body, madeAt } = entry
  const handIn = handInOf(entry)
  return (
    <div className={classes['unsent']}>
      <b>{t('what.checklist', { place: handIn?.place ?? '', name: handIn?.name ?? '' })}</b>
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
