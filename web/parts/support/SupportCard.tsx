import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Explained } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from '../outbox/card.module.css'
import { answerOf, supportOf } from './supportKind.ts'

/** Returns a question to the provider, or an answer to it, that is not sent yet, or why it was refused and what a person may do about that. */
export function SupportCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const { refusal, body, madeAt } = entry
  return (
    <div className={classes['unsent']}>
      <b>{t(answerOf(entry) === null ? 'what.support' : 'what.supportAnswer')}</b>
      <q>{supportOf(entry)?.content ?? answerOf(entry)?.content}</q>
      <span className={classes['about']}>{t('waiting', { time: format.time(madeAt) })}</span>
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
