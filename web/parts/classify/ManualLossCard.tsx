import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Explained } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ClassifyPanel.module.css'
import { type ManualLossBody, manualLossOf } from './manualLossKind.ts'

/** Returns a loss that somebody entered and that is not sent yet, or why it was refused and what a person may do about that. */
export function ManualLossCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const body = manualLossOf(entry)
  const { refusal, madeAt } = entry
  return (
    <div className={classes['card']}>
      {body !== null && (
        <>
          <b>{t('what.entered', { place: body.place, reason: body.reason })}</b>
          <span>
            {format.dateTime(Date.parse(body.input.timeStart))}–{format.time(Date.parse(body.input.timeEnd))}
          </span>
        </>
      )}
      <span className={classes['meta']}>{t('waiting', { time: format.time(madeAt) })}</span>
      {refusal !== null && (
        <p>
          <Explained>
            {refusal.code === 'TOO_OLD' ? t('problem.TOO_OLD') : problemText(t, { code: refusal.code, field: refusal.field })}
          </Explained>
        </p>
      )}
      <div className={classes['actions']}>
        {refusal !== null && body !== null && <ActionButton onClick={() => onAgain(saidNow(body))}>{t('again')}</ActionButton>}
        <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
      </div>
    </div>
  )
}

/** Who sends it again knows what others said since. */
function saidNow({ input: { occurredAt: _since, ...input }, ...body }: ManualLossBody): ManualLossBody {
  return { ...body, input }
}
