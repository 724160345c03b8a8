import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { type ManualLossBody, manualLossOf } from './manualLossKind.ts'

/** Returns a loss that somebody entered and that is not sent yet, or why it was refused and what a person may do about that. */
export function ManualLossCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const body = manualLossOf(entry)
  if (body === null) return <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
  return (
    <UnsentCard
      what={t('what.entered', { place: body.place, reason: body.reason })}
      more={
        <span>
          {format.dateTime(Date.parse(body.input.timeStart))}–{format.time(Date.parse(body.input.timeEnd))}
        </span>
      }
      saidAt={entry.madeAt}
      refusal={entry.refusal}
      onAgain={() => onAgain(saidNow(body))}
      onDrop={onDrop}
    />
  )
}

/** Who sends it again knows what others said since. */
function saidNow({ input: { occurredAt: _since, ...input }, ...body }: ManualLossBody): ManualLossBody {
  return { ...body, input }
}
