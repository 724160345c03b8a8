import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import { UnsentCard } from '#web/parts/outbox/UnsentCard.tsx'
import { tapOf } from '#web/parts/order/orderActKind.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { confirmOf } from './confirmAct.ts'

/** The server takes no act of so long ago; what was counted since is then confirmed with it. */
const TOO_LONG_AGO: readonly string[] = ['START_TOO_EARLY', 'TOO_OLD']

/** Returns a confirmation of output that is not sent yet, or why it was refused and what a person may do about that. */
export function ConfirmActCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const body = confirmOf(entry)
  if (body === null) return <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
  const { refusal } = entry
  const { variables, orderCode, place } = body
  const rejected = Number(variables.rejectedOutput)
  const values = { place, accepted: format.number(Number(variables.acceptedOutput)), rejected: format.number(rejected) }
  const what = orderCode === null ? t('confirm.none', values) : t('confirm.order', { ...values, code: orderCode })
  const said = Date.parse(tapOf({ tappedAt: variables.occurredAt ?? null }, entry.madeAt))
  const asNow = () => onAgain({ ...body, variables: { ...variables, cutAt: null, occurredAt: new Date(serverNow()).toISOString() } })
  return (
    <UnsentCard
      what={rejected > 0 ? t('confirm.withRejected', { what, rejected: values.rejected }) : what}
      saidAt={said}
      refusal={refusal}
      sentenceOf={(code) => (code === 'SHIFT_CONFIRMED' ? t('problem.SHIFT_CONFIRMED') : null)}
      onAgain={() => onAgain(body)}
      onDrop={onDrop}
    >
      {refusal !== null && TOO_LONG_AGO.includes(refusal.code) && <ActionButton onClick={asNow}>{t('order.now')}</ActionButton>}
    </UnsentCard>
  )
}
