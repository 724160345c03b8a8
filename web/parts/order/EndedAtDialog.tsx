import { useState } from 'react'
import { useQuery } from 'urql'
import { type PanelOrderFragment, RunMayHaveChangedDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { InstantChoice } from './InstantChoice.tsx'
import { likelyEnds, wholeMinute } from './orderPanel.view.ts'

/** An order in progress, and how it ended. */
export type Ending = { readonly order: EndedOrder; readonly action: 'CLOSE' | 'STOP' }

type EndedOrder = Pick<PanelOrderFragment, 'id' | 'orderCode'> & {
  readonly runs: readonly Pick<PanelOrderFragment['runs'][number], 'timeEnd' | 'timeStart'>[]
}

type EndedAtDialogProps = {
  readonly workCenterId: number
  /** null = closed. */
  readonly ending: Ending | null
  readonly shiftStart: number | null
  readonly isLarge: boolean
  readonly onEnd: (ending: Ending, at: string) => void
  readonly onClose: () => void
}

/** Returns the question when an order was really paused or finished: the beginning of the last stops is one tap, a minute more or less another. */
export function EndedAtDialog({ ending, isLarge, onClose, ...props }: EndedAtDialogProps) {
  const { t } = useTexts('order')
  return (
    <Dialog
      isOpen={ending !== null}
      onClose={onClose}
      isLarge={isLarge}
      title={ending === null ? '' : t(`ended.${ending.action}.title`, { code: ending.order.orderCode })}
      closeLabel={t('state.close')}
    >
      {ending !== null && <Choice key={`${ending.order.id} ${ending.action}`} ending={ending} onClose={onClose} {...props} />}
    </Dialog>
  )
}

type ChoiceProps = Omit<EndedAtDialogProps, 'ending' | 'isLarge'> & { readonly ending: Ending }

function Choice({ workCenterId, ending, shiftStart, onEnd, onClose }: ChoiceProps) {
  const { t } = useTexts('order')
  const [now] = useState(() => wholeMinute(serverNow()))
  const [chosen, choose] = useState<number | null>(null)
  const [result] = useQuery({ query: RunMayHaveChangedDocument, variables: { workCenterId } })
  const run = ending.order.runs.findLast(({ timeEnd }) => timeEnd === null)
  const likely = likelyEnds(
    result.data?.lossesPages.items.map(({ timeStart }) => Date.parse(timeStart)) ?? [],
    { runStart: run === undefined ? null : Date.parse(run.timeStart), shiftStart },
    now,
  )
  return (
    <InstantChoice
      at={chosen ?? likely.instants[0]?.at ?? now}
      onAt={choose}
      likely={likely.instants}
      now={now}
      earliest={likely.earliest}
      label={(time) => t(`ended.${ending.action}.at`, { time })}
      onChoose={(at) => onEnd(ending, at)}
      onClose={onClose}
    />
  )
}
