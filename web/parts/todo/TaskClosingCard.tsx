import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { closingOf } from './taskClosing.ts'

/** Returns a task that was closed and is not sent yet, or why that was refused and what a person may do about it. */
export function TaskClosingCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const closing = closingOf(entry)
  return (
    <UnsentCard
      what={t('what.task', { place: closing?.place ?? '', what: closing?.what ?? '' })}
      quote={closing?.input.comment}
      saidAt={entry.madeAt}
      refusal={entry.refusal}
      onAgain={() => onAgain(entry.body)}
      onDrop={onDrop}
    />
  )
}
