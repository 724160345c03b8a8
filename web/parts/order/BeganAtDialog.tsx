import { useState } from 'react'
import { useQuery } from 'urql'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { OrderMayHaveBegunDocument, type PanelOrderFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { OrderActBody } from './orderAct.ts'
import { likelyStarts, wholeMinute } from './orderPanel.view.ts'
import { timeText } from './timeText.ts'
import classes from './OrderPanel.module.css'

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

const STEPS_MIN = [-10, -1, 1, 10] as const

function Choice({ workCenterId, order, others, shiftStart, onStart, onClose }: ChoiceProps) {
  const { t } = useTexts('order')
  const format = useFormat()
  const [now] = useState(() => wholeMinute(serverNow()))
  const [result] = useQuery({ query: OrderMayHaveBegunDocument, variables: { workCenterId } })
  const ends = result.data?.lossesPages.items.flatMap(({ timeEnd }) => (timeEnd == null ? [] : [Date.parse(timeEnd)])) ?? []
  const likely = likelyStarts(ends, shiftStart, now)
  const [chosen, choose] = useState<number | null>(null)
  const at = chosen ?? likely[0]?.at ?? now
  const names = { code: order.orderCode, running: others?.codes.join(', ') ?? '', time: timeText(format, at, now) }
  return (
    <div className={classes['began']}>
      <div className={classes['likely']} role="group" aria-label={t('began.likely')}>
        {likely.map((one) => (
          <button key={one.at} type="button" aria-pressed={one.at === at} onClick={() => choose(one.at)}>
            <b>{format.time(one.at)}</b>
            <span>{t(`began.${one.kind}`)}</span>
          </button>
        ))}
      </div>
      <div className={classes['steps']}>
        <output aria-live="polite">{timeText(format, at, now)}</output>
        {STEPS_MIN.map((step) => (
          <ActionButton key={step} onClick={() => choose(Math.min(now, at + step * MINUTE_MS))}>
            {t('began.step', { value: `${step > 0 ? '+' : '−'}${Math.abs(step)}` })}
          </ActionButton>
        ))}
      </div>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('state.close')}</ActionButton>
        <ActionButton isMain onClick={() => onStart(order, new Date(at).toISOString())}>
          {t(`began.startWith.${others?.choice ?? 'ALONE'}`, names)}
        </ActionButton>
      </DialogActions>
    </div>
  )
}
