import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { outbox, useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Explained } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from '../outbox/card.module.css'
import { takePhotoAway } from './handInKind.ts'
import { keptPhotos } from './keptPhotos.ts'
import { PHOTO_LOST, photoOf } from './photoKind.ts'

/** Returns a photo that is not sent yet, or why it was refused; taken away it is taken out of the answers that wait behind it. */
export function PhotoCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const { entries } = useOutbox()
  const { refusal, body, madeAt } = entry
  const photo = photoOf(entry)
  const drop = async () => {
    // Until it is given up it holds its answers back: they go on without it only once it is out of them.
    if (photo !== null) await takePhotoAway(photo, entries, { again: outbox.again, remove: keptPhotos.remove })
    onDrop()
  }
  return (
    <div className={classes['unsent']}>
      <b>{t('what.photo', { place: photo?.place ?? '', name: photo?.name ?? '' })}</b>
      <span className={classes['about']}>{t('waiting', { time: format.dateTime(madeAt) })}</span>
      {refusal !== null && (
        <p>
          <Explained>
            {refusal.code === 'TOO_OLD' || refusal.code === PHOTO_LOST
              ? t(`problem.${refusal.code}`)
              : problemText(t, { code: refusal.code, field: refusal.field, params: refusal.params })}
          </Explained>
        </p>
      )}
      <div className={classes['choices']}>
        {refusal !== null && refusal.code !== PHOTO_LOST && <ActionButton onClick={() => onAgain(body)}>{t('again')}</ActionButton>}
        <ActionButton onClick={() => void drop()}>{t('remove')}</ActionButton>
      </div>
    </div>
  )
}
