import { useState } from 'react'
import { useQuery } from 'urql'
import { type PanelOrderFragment, RunMayHaveChangedDocument } from '#web/api/generated/graphql.ts'
import { ConfirmedShiftLink } from '#web/parts/confirm/ConfirmedShiftLink.tsx'
import { BorderLines } from '#web/parts/orderBorder/BorderLines.tsx'
import { type AskedBorder, useToldBorder } from '#web/parts/orderBorder/useToldBorder.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { InstantChoice } from './InstantChoice.tsx'
import { likelyStarts, movedBegin, wholeMinute } from './orderPanel.view.ts'
import classes from './OrderPanel.module.css'

/** An order in progress, and since when it is (UTC ms). */
export type Beginning = { readonly order: PanelOrderFragment; readonly since: number }

export type RunBeganDialogProps = {
  readonly workCenterId: number
  /** null = closed. */
  readonly beginning: Beginning | null
  readonly shiftStart: number | null
  readonly isLarge: boolean
  readonly onMove: (order: PanelOrderFragment, border: AskedBorder) => void
  readonly onClose: () => void
}

/** Returns the question when an order in progress really began, with what that changes before anything does (domain.md F-5): the order before it ends there too. */
export function RunBeganDialog({ beginning, isLarge, onClose, ...props }: RunBeganDialogProps) {
  const { t } = useTexts('order')
  return (
    <Dialog
      isOpen={beginning !== null}
      onClose={onClose}
      isLarge={isLarge}
      title={beginning === null ? '' : t('began.title', { code: beginning.order.orderCode })}
      closeLabel={t('state.close')}
    >
      {beginning !== null && <Choice key={beginning.order.id} beginning={beginning} onClose={onClose} {...props} />}
    </Dialog>
  )
}

type ChoiceProps = Omit<RunBeganDialogProps, 'beginning' | 'isLarge'> & { readonly beginning: Beginning }

function Choice({ workCenterId, beginning: { order, since }, shiftStart, onMove, onClose }: ChoiceProps) {
  const { t } = useTexts('order')
  const unitName = useUnitName()
  const [now] = useState(() => wholeMinute(serverNow()))
  const [chosen, choose] = useState<number | null>(null)
  const [result] = useQuery({ query: RunMayHaveChangedDocument, variables: { workCenterId } })
  const ends = result.data?.lossesPages.items.flatMap(({ timeEnd }) => (timeEnd == null ? [] : [Date.parse(timeEnd)])) ?? []
  const likely = likelyStarts(ends, shiftStart, wholeMinute(since))
  const at = chosen ?? likely[0]?.at ?? wholeMinute(since)
  const border = movedBegin(since, at)
  const told = useToldBorder(workCenterId, border)
  return (
    <InstantChoice
      at={at}
      onAt={choose}
      likely={likely}
      now={now}
      earliest={null}
      label={(time) => t('began.moved', { time })}
      isBarred={border === null || told.problem !== null}
      onChoose={() => border !== null && onMove(order, border)}
      onClose={onClose}
    >
      <div className={classes['effect']} role="status">
        {border !== null && <BorderLines told={told} unit={order.measurementUnit === null ? '' : unitName(order.measurementUnit)} />}
        {told.problem !== null && <ConfirmedShiftLink problems={[told.problem]} />}
      </div>
    </InstantChoice>
  )
}
