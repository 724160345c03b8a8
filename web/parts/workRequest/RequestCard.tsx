import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Explained } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from '../outbox/card.module.css'
import { moveOf, newRequestOf } from './requestKinds.ts'

/** Returns a work request, or a move of one, that is not sent yet, or why it was refused and what a person may do about that. */
export function RequestCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const move = moveOf(entry)
  const { refusal, body, madeAt } = entry
  return (
    <div className={classes['unsent']}>
      <b>{t(move === null ? 'what.request' : 'what.requestMove')}</b>
      <q>{move?.content ?? newRequestOf(entry)?.content}</q>
      <span className={classes['about']}>{t('waiting', { time: format.time(madeAt) })}</span>
      {refusal !== null && (
        <p>
          <Explained>
            {refusal.code === 'TOO_OLD'
              ? t('problem.TOO_OLD')
              : refusal.code === 'CONFLICT'
                ? t('problem.REQUEST_MOVED')
                : problemText(t, { code: refusal.code, field: refusal.field, params: refusal.params })}
          </Explained>
        </p>
      )}
      <div className={classes['choices']}>
        {refusal !== null && refusal.code !== 'CONFLICT' && <ActionButton onClick={() => onAgain(body)}>{t('again')}</ActionButton>}
        <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
      </div>
    </div>
  )
}
