import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { messageOf } from './messageKind.ts'

/** Returns a message that is not sent yet, or why it was refused and what a person may do about that. */
export function MessageCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  return (
    <UnsentCard
      what={t('what.message')}
      quote={messageOf(entry)?.content}
      saidAt={entry.madeAt}
      refusal={entry.refusal}
      onAgain={() => onAgain(entry.body)}
      onDrop={onDrop}
    />
  )
}
