import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { moveOf, newRequestOf } from './requestKinds.ts'

/** Returns a work request, or a move of one, that is not sent yet, or why it was refused and what a person may do about that. */
export function RequestCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const move = moveOf(entry)
  const { refusal, body, madeAt } = entry
  return (
    <UnsentCard
      what={t(move === null ? 'what.request' : 'what.requestMove')}
      quote={move?.content ?? newRequestOf(entry)?.content}
      saidAt={madeAt}
      refusal={refusal}
      sentenceOf={(code) => (code === 'CONFLICT' ? t('problem.REQUEST_MOVED') : null)}
      // The step was meant from where the request stood.
      onAgain={refusal?.code === 'CONFLICT' ? null : () => onAgain(body)}
      onDrop={onDrop}
    />
  )
}
