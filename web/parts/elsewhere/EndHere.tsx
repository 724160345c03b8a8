import {
  CancelJobOrderDocument,
  CloseJobOrderDocument,
  RestoreJobOrderDocument,
  UndoJobOrderDocument,
  type OrderToEndFragment,
} from '#web/api/generated/graphql.ts'
import { KEYED } from '#web/api/keyed.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { endingAct } from './elsewhere.view.ts'

type EndHereProps = {
  readonly order: OrderToEndFragment
  /** The name of the integration by which the order came. */
  readonly system: string
  readonly externalStatus: string
  readonly onChanged: () => void
}

/** Returns the button that ends an order here which is over in the system that it comes from; nothing where the person may not end it. */
export function EndHere({ order, system, externalStatus, onChanged }: EndHereProps) {
  const { t } = useTexts('elsewhere')
  const cancel = useChange(CancelJobOrderDocument, KEYED)
  const close = useChange(CloseJobOrderDocument, KEYED)
  const restore = useChange(RestoreJobOrderDocument, KEYED)
  const undo = useChange(UndoJobOrderDocument, KEYED)
  const { id, orderCode: code } = order
  const act = endingAct(order)
  if (act === null) return null
  const said = (problems: readonly ApiProblem[], done: string, back: (() => void) | null) => {
    if (problems[0] !== undefined) showToast(problemText(t, problems[0]))
    else showToast(done, back === null ? undefined : { label: t('end.undo'), run: back })
    onChanged()
  }
  const opened = ({ problems }: { readonly problems: readonly ApiProblem[] }) => said(problems, t('end.back', { code }), null)
  // It stands in the history of the order.
  const comment = t('end.comment', { name: system, status: externalStatus })
  const cancelled = async () => {
    const { problems } = await cancel.run({ id, comment })
    said(problems, t('end.cancelled', { code }), () => void restore.run({ id }).then(opened))
  }
  const closed = async () => {
    const { data, problems } = await close.run({ id, comment })
    const eventId = data?.closeJobOrder.events[0]?.id
    said(problems, t('end.closed', { code }), eventId === undefined ? null : () => void undo.run({ eventId }).then(opened))
  }
  return (
    <ActionButton isBusy={cancel.isBusy || close.isBusy} onClick={() => void (act === 'CANCEL' ? cancelled() : closed())}>
      {act === 'CANCEL' ? t('end.cancel') : t('end.close')}
      <span className="hidden-text"> {code}</span>
    </ActionButton>
  )
}
