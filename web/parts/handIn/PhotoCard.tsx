import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { outbox, useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { takePhotoAway } from './handInKind.ts'
import { keptPhotos } from '#web/parts/sentFile/keptPhotos.ts'
import { photoOf } from './photoKind.ts'
import { PHOTO_LOST } from '#web/parts/sentFile/keptFileKind.ts'

/** Returns a photo that is not sent yet, or why it was refused; taken away it is taken out of the answers that wait behind it. */
export function PhotoCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const { entries } = useOutbox()
  const { refusal, body, madeAt } = entry
  const photo = photoOf(entry)
  const drop = async () => {
    // Until it is given up it holds its answers back: they go on without it only once it is out of them.
    if (photo !== null) await takePhotoAway(photo, entries, { again: outbox.again, remove: keptPhotos.remove })
    onDrop()
  }
  return (
    <UnsentCard
      what={t('what.photo', { place: photo?.place ?? '', name: photo?.name ?? '' })}
      saidAt={madeAt}
      refusal={refusal}
      sentenceOf={(code) => (code === PHOTO_LOST ? t(`problem.${PHOTO_LOST}`) : null)}
      onAgain={refusal?.code === PHOTO_LOST ? null : () => onAgain(body)}
      onDrop={() => void drop()}
    />
  )
}
