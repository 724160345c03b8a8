import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { noteOf } from './handoverKinds.ts'

/** Returns a note, or that what was left was read, that is not sent yet, or why it was refused and what a person may do about that. */
export function HandoverCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const note = noteOf(entry)
  return (
    <UnsentCard
      what={t(note === null ? 'what.seen' : 'what.note')}
      quote={note?.text}
      saidAt={entry.madeAt}
      refusal={entry.refusal}
      onAgain={() => onAgain(entry.body)}
      onDrop={onDrop}
    />
  )
}
