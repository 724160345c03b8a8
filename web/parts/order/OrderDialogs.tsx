import { useState } from 'react'
import type { PanelOrderFragment } from '#web/api/generated/graphql.ts'
import { Later, lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import { BeganAtDialog } from './BeganAtDialog.tsx'
import { EndedAtDialog, type Ending } from './EndedAtDialog.tsx'
import type { OrderActBody } from './orderAct.ts'
import { OrderTalk } from './OrderTalk.tsx'
import type { Beginning, RunBeganDialogProps } from './RunBeganDialog.tsx'
import type { OrderPanelState } from './useOrderPanel.ts'

const RunBeganDialog = lazyPart<RunBeganDialogProps>(() =>
  withTexts('orderBorder', import('./RunBeganDialog.tsx')).then((loaded) => ({ default: loaded.RunBeganDialog })),
)

type OrderDialogsState = ReturnType<typeof useOrderDialogs>

/** Returns which question about an order is open at a panel, and what opens and closes each. */
export function useOrderDialogs() {
  const [talking, talk] = useState<PanelOrderFragment | null>(null)
  /** It is started, at an earlier instant. */
  const [beginning, begin] = useState<PanelOrderFragment | null>(null)
  /** It is in progress, and began at another instant. */
  const [moving, move] = useState<Beginning | null>(null)
  const [ending, end] = useState<Ending | null>(null)
  return { talking, talk, beginning, begin, moving, move, ending, end }
}

type OrderDialogsProps = {
  readonly dialogs: OrderDialogsState
  readonly panel: OrderPanelState
  readonly workCenterId: number
  /** What becomes of those in progress when another one starts. */
  readonly others: OrderActBody['running']
  readonly isLarge: boolean
  readonly onStart: (order: PanelOrderFragment, how: Pick<OrderActBody, 'at' | 'running'>) => void
}

/** Returns the questions about an order: what people write beside it, when it ended or was paused, and when it began. */
export function OrderDialogs({ dialogs, panel, workCenterId, others, isLarge, onStart }: OrderDialogsProps) {
  const asked = { workCenterId, shiftStart: panel.shiftStart, isLarge }
  return (
    <>
      <OrderTalk order={dialogs.talking} isLarge={isLarge} onClose={() => dialogs.talk(null)} />
      <EndedAtDialog
        {...asked}
        ending={dialogs.ending}
        onEnd={({ order, action }, at) => {
          dialogs.end(null)
          void panel.act({ action, orderId: order.id, orderCode: order.orderCode, at })
        }}
        onClose={() => dialogs.end(null)}
      />
      <Later isAsked={dialogs.moving !== null}>
        <RunBeganDialog
          {...asked}
          beginning={dialogs.moving}
          onMove={(order, border) => {
            dialogs.move(null)
            void panel.moveBegin(order, border)
          }}
          onClose={() => dialogs.move(null)}
        />
      </Later>
      <BeganAtDialog
        {...asked}
        order={dialogs.beginning}
        others={others}
        onStart={(order, at) => {
          dialogs.begin(null)
          onStart(order, { at, ...(others !== undefined && { running: others }) })
        }}
        onClose={() => dialogs.begin(null)}
      />
    </>
  )
}
