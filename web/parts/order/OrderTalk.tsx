import { Suspense } from 'react'
import { mayWriteBesideOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import type { PanelOrderFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { ConversationProps } from '#web/parts/conversation/Conversation.tsx'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'

const Conversation = lazyPart<ConversationProps>(() =>
  withTexts('conversation', import('#web/parts/conversation/Conversation.tsx')).then((module) => ({ default: module.Conversation })),
)

type OrderTalkProps = {
  /** null = closed. */
  readonly order: Pick<PanelOrderFragment, 'id' | 'orderCode'> | null
  readonly isLarge: boolean
  readonly onClose: () => void
}

/** Returns what people write to each other beside an order, over the panel of its machine. */
export function OrderTalk({ order, isLarge, onClose }: OrderTalkProps) {
  const { t } = useTexts('order')
  const viewer = useViewer()
  const format = useFormat()
  return (
    <Dialog isOpen={order !== null} onClose={onClose} isLarge={isLarge} isWide title={order?.orderCode ?? ''} closeLabel={t('state.close')}>
      {order !== null && (
        <Suspense>
          <Conversation beside={{ jobOrderId: order.id }} mayWrite={mayWriteBesideOrders(viewer)} format={format} />
        </Suspense>
      )}
    </Dialog>
  )
}
