import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { handInOf } from './handInKind.ts'

/** Returns a checklist that is not sent yet, or why it was refused and what a person may do about that. */
export function HandInCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const handIn = handInOf(entry)
  return (
    <UnsentCard
      what={t('what.checklist', { place: handIn?.place ?? '', name: handIn?.name ?? '' })}
      saidAt={entry.madeAt}
      refusal={entry.refusal}
      onAgain={() => onAgain(entry.body)}
      onDrop={onDrop}
    />
  )
}
