import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { materialActOf } from './materialAct.ts'

/** Returns what was done with a batch and is not sent yet, or why it was refused and what a person may do about that. */
export function MaterialActCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const body = materialActOf(entry)
  if (body === null) return <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
  const { refusal } = entry
  const { act, place, code, quantity, occurredAt } = body
  const values = { place, code, quantity: quantity === null ? '' : format.number(quantity) }
  const said = occurredAt === null ? entry.madeAt : Date.parse(occurredAt)
  return <UnsentCard what={t(`material.${act}`, values)} saidAt={said} refusal={refusal} onAgain={() => onAgain(body)} onDrop={onDrop} />
}
