import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { outbox, useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { PHOTO_LOST } from './keptFileKind.ts'
import { keptPhotos } from './keptPhotos.ts'
import { dropFile, fileOf } from './sentFile.ts'

/** Returns a file that is not sent yet, or why it was refused; taken away it is taken out of what waits behind it. */
export function FileCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const { entries } = useOutbox()
  const { refusal, body, madeAt } = entry
  const file = fileOf(entry)
  const drop = async () => {
    if (file !== null) await dropFile(file.id, entries, { again: outbox.again, remove: keptPhotos.remove })
    onDrop()
  }
  return (
    <UnsentCard
      what={t('what.file', { name: file?.name ?? '' })}
      saidAt={madeAt}
      refusal={refusal}
      sentenceOf={(code) => (code === PHOTO_LOST ? t(`problem.${PHOTO_LOST}`) : null)}
      onAgain={refusal?.code === PHOTO_LOST ? null : () => onAgain(body)}
      onDrop={() => void drop()}
    />
  )
}
