import { useState } from 'react'
import { useQuery } from 'urql'
import { type PanelOrderFragment, RunMayHaveChangedDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { InstantChoice } from './InstantChoice.tsx'
import type { OrderActBody } from './orderAct.ts'
import { likelyStarts, wholeMinute } from './orderPanel.view.ts'

type BeganAtDialogProps = {
  readonly workCenterId: number
  /** The order of which is asked; null = closed. */
  readonly order: PanelOrderFragment | null
  readonly others: OrderActBody['running']
  readonly shiftStart: number | null
  readonly isLarge: boolean
  readonly onStart: (order: PanelOrderFragment, at: string) => void
  readonly onClose: () => void
}

/** Returns the question when an order really began: the end of the last stops and the start of the shift are one tap, a minute more or less another. */
export function BeganAtDialog({ order, isLarge, onClose, ...props }: BeganAtDialogProps) {
  const { t } = useTexts('order')
  return (
    <Dialog
      isOpen={order !== null}
      onClose={onClose}
      isLarge={isLarge}
      title={order === null ? '' : t('began.title', { code: order.orderCode })}
      closeLabel={t('state.close')}
    >
      {order !== null && <Choice key={order.id} order={order} onClose={onClose} {...props} />}
    </Dialog>
  )
}

type ChoiceProps = Omit<BeganAtDialogProps, 'isLarge' | 'order'> & { readonly order: PanelOrderFragment }

function Choice({ workCenterId, order, others, shiftStart, onStart, onClose }: ChoiceProps) {
  const { t } = useTexts('order')
  const [now] = useState(() => wholeMinute(serverNow()))
  const [chosen, choose] = useState<number | null>(null)
  const [result] = useQuery({ query: RunMayHaveChangedDocument, variables: { workCenterId } })
  const ends = result.data?.lossesPages.items.flatMap(({ timeEnd }) => (timeEnd == null ? [] : [Date.parse(timeEnd)])) ?? []
  const names = { code: order.orderCode, running: others?.codes.join(', ') ?? '' }
  const likely = likelyStarts(ends, shiftStart, now)
  return (
    <InstantChoice
      at={chosen ?? likely[0]?.at ?? now}
      onAt={choose}
      likely={likely}
      now={now}
      earliest={null}
      label={(time) => t(`began.startWith.${others?.choice ?? 'ALONE'}`, { ...names, time })}
      onChoose={(at) => onStart(order, at)}
      onClose={onClose}
    />
  )
}
