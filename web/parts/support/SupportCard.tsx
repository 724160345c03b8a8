import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { answerOf, supportOf } from './supportKind.ts'

/** Returns a question to the provider, or an answer to it, that is not sent yet, or why it was refused and what a person may do about that. */
export function SupportCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const answer = answerOf(entry)
  return (
    <UnsentCard
      what={t(answer === null ? 'what.support' : 'what.supportAnswer')}
      quote={supportOf(entry)?.content ?? answer?.content}
      saidAt={entry.madeAt}
      refusal={entry.refusal}
      onAgain={() => onAgain(entry.body)}
      onDrop={onDrop}
    />
  )
}
