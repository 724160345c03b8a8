import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Explained } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Handover.module.css'
import { noteOf } from './handoverKinds.ts'

/** Returns a note, or that what was left was read, that is not sent yet, or why it was refused and what a person may do about that. */
export function HandoverCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const note = noteOf(entry)
  const { refusal, body, madeAt } = entry
  return (
    <div className={classes['unsent']}>
      <b>{t(note === null ? 'what.seen' : 'what.note')}</b>
      {note !== null && <q>{note.text}</q>}
      <span className={classes['about']}>{t('waiting', { time: format.time(madeAt) })}</span>
      {refusal !== null && (
        <p>
          <Explained>
            {refusal.code === 'TOO_OLD' ? t('problem.TOO_OLD') : problemText(t, { code: refusal.code, field: refusal.field })}
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
