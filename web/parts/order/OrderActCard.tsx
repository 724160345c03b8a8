import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { asOfNow } from './asOfNow.ts'
import { orderActOf } from './orderAct.ts'
import { tapOf } from './orderActKind.ts'

/** Returns what was done with an order and is not sent yet, or why it was refused and what a person may do about that. */
export function OrderActCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const body = orderActOf(entry)
  if (body === null) return <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
  const { refusal } = entry
  const what = body.running === undefined ? body.action : (`SWITCH_${body.running.choice}` as const)
  const asNow = () => (refusal === null ? null : asOfNow(body, refusal.code, serverNow()))
  const since = Date.parse(body.at ?? tapOf(body, entry.madeAt))
  return (
    <UnsentCard
      what={t(`order.${what}`, { place: body.place, code: body.orderCode, running: body.running?.codes.join(', ') ?? '' })}
      saidAt={since}
      since={t('order.since', { time: format.dateTime(since) })}
      refusal={refusal}
      sentenceOf={(code) => (code === 'SHIFT_CONFIRMED' ? t('problem.SHIFT_CONFIRMED') : null)}
      onAgain={() => onAgain(body)}
      onDrop={onDrop}
    >
      {asNow() !== null && <ActionButton onClick={() => onAgain(asNow())}>{t('order.now')}</ActionButton>}
    </UnsentCard>
  )
}
