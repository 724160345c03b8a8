import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { skippingOf } from './skipping.ts'

/** Returns a checklist that was skipped and is not sent yet, or why that was refused; said again it takes over from who answers it. */
export function SkipCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const skipping = skippingOf(entry)
  return (
    <UnsentCard
      what={t('what.skip', { place: skipping?.place ?? '', name: skipping?.name ?? '' })}
      quote={skipping?.input.reason}
      saidAt={entry.madeAt}
      refusal={entry.refusal}
      onAgain={() => onAgain(skipping === null ? entry.body : { ...skipping, input: { ...skipping.input, isTakenOver: true } })}
      onDrop={onDrop}
    />
  )
}
