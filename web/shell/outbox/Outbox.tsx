import { type ComponentType, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useClient } from 'urql'
import { useViewer } from '#web/api/viewer.ts'
import { onServerState, serverState } from '#web/base/serverState.ts'
import { useSession } from '#web/base/session.ts'
import { guardSignOut } from '#web/base/signOutGuard.ts'
import { LOSS_EDIT } from '#web/parts/classify/lossEdit.ts'
import { LossEditCard } from '#web/parts/classify/LossEditCard.tsx'
import { lossEditKind } from '#web/parts/classify/lossEditKind.ts'
import { ManualLossCard } from '#web/parts/classify/ManualLossCard.tsx'
import { MANUAL_LOSS, manualLossKind } from '#web/parts/classify/manualLossKind.ts'
import { OUTPUT_CONFIRM } from '#web/parts/confirm/confirmAct.ts'
import { ConfirmActCard } from '#web/parts/confirm/ConfirmActCard.tsx'
import { confirmKind } from '#web/parts/confirm/confirmKind.ts'
import { MessageCard } from '#web/parts/conversation/MessageCard.tsx'
import { messageKind, ORDER_MESSAGE } from '#web/parts/conversation/messageKind.ts'
import { HandoverCard } from '#web/parts/handover/HandoverCard.tsx'
import { HANDOVER_SEEN, handoverKinds, SHIFT_NOTE } from '#web/parts/handover/handoverKinds.ts'
import { HandInCard } from '#web/parts/handIn/HandInCard.tsx'
import { CHECKLIST_HAND_IN, handInKind } from '#web/parts/handIn/handInKind.ts'
import { SkipCard } from '#web/parts/handIn/SkipCard.tsx'
import { skipKind } from '#web/parts/handIn/skipKind.ts'
import { CHECKLIST_SKIP } from '#web/parts/handIn/skipping.ts'
import { keptPhotos } from '#web/parts/sentFile/keptPhotos.ts'
import { PhotoCard } from '#web/parts/handIn/PhotoCard.tsx'
import { CHECKLIST_PHOTO, photoKind } from '#web/parts/handIn/photoKind.ts'
import { ORDER_ACT } from '#web/parts/order/orderAct.ts'
import { OrderActCard } from '#web/parts/order/OrderActCard.tsx'
import { orderActKind } from '#web/parts/order/orderActKind.ts'
import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import { useOutboxPlace } from '#web/parts/outbox/outboxPlace.ts'
import { outbox, useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { useOpenOutbox } from '#web/parts/outbox/useUnsent.ts'
import { FileCard } from '#web/parts/sentFile/FileCard.tsx'
import { SENT_FILE, sentFileKind } from '#web/parts/sentFile/sentFile.ts'
import { MATERIAL_ACT, materialKind } from '#web/parts/stock/materialAct.ts'
import { MaterialActCard } from '#web/parts/stock/MaterialActCard.tsx'
import { SupportCard } from '#web/parts/support/SupportCard.tsx'
import { SUPPORT_ANSWER, SUPPORT_REQUEST, supportAnswerKind, supportKind } from '#web/parts/support/supportKind.ts'
import { TaskClosingCard } from '#web/parts/todo/TaskClosingCard.tsx'
import { TASK_CLOSING } from '#web/parts/todo/taskClosing.ts'
import { taskClosingKind } from '#web/parts/todo/taskClosingKind.ts'
import { RequestCard } from '#web/parts/workRequest/RequestCard.tsx'
import { WORK_REQUEST, WORK_REQUEST_MOVE, workRequestKinds } from '#web/parts/workRequest/requestKinds.ts'
import { loadOrderProblems } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import classes from './Outbox.module.css'

/** How entries of each kind look in the list. */
const CARDS: Readonly<Record<string, ComponentType<CardProps>>> = {
  [CHECKLIST_HAND_IN]: HandInCard,
  [CHECKLIST_PHOTO]: PhotoCard,
  [CHECKLIST_SKIP]: SkipCard,
  [LOSS_EDIT]: LossEditCard,
  [SHIFT_NOTE]: HandoverCard,
  [HANDOVER_SEEN]: HandoverCard,
  [MANUAL_LOSS]: ManualLossCard,
  [MATERIAL_ACT]: MaterialActCard,
  [ORDER_ACT]: OrderActCard,
  [ORDER_MESSAGE]: MessageCard,
  [OUTPUT_CONFIRM]: ConfirmActCard,
  [SENT_FILE]: FileCard,
  [SUPPORT_ANSWER]: SupportCard,
  [SUPPORT_REQUEST]: SupportCard,
  [TASK_CLOSING]: TaskClosingCard,
  [WORK_REQUEST]: RequestCard,
  [WORK_REQUEST_MOVE]: RequestCard,
}

const KINDS = [
  lossEditKind,
  manualLossKind,
  orderActKind,
  confirmKind,
  materialKind,
  messageKind,
  supportKind,
  supportAnswerKind,
  handInKind,
  skipKind,
  taskClosingKind,
]

/** Returns what is not sent yet: a chip in the header, or where a screen that covers it says, while there is something, the list behind it, and the question before signing out. Sends it in the background. */
export default function Outbox() {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const { entries, isSignInDue, lost } = useOutbox()
  const [isListed, setListed] = useState(false)
  useSender()
  const session = useSession()
  const count = entries.length
  const asking = entries.filter(({ refusal }) => refusal !== null).length
  const place = useOutboxPlace()
  // What waits may be about orders, and be refused.
  useEffect(() => {
    if (count > 0) void loadOrderProblems()
  }, [count])
  const told = (
    <>
      {(count > 0 || lost !== null) && (
        <button
          type="button"
          className={classes['chip']}
          data-asks={asking > 0 || isSignInDue || lost !== null || undefined}
          onClick={() => setListed(true)}
        >
          <Icon name={asking > 0 || lost !== null ? 'alert' : 'clock'} size={16} />
          <span>
            {lost !== null
              ? t('lost.chip', { count: lost.count })
              : asking > 0
                ? t('asks', { count: asking })
                : isSignInDue
                  ? t('signIn', { count })
                  : t('chip', { count })}
          </span>
        </button>
      )}
      <SidePanel isOpen={isListed} onClose={() => setListed(false)} side="right" title={t('title')} closeLabel={t('state.close')}>
        <div className={classes['list']}>
          <p>{count === 0 ? t('none') : t('help')}</p>
          {lost !== null && (
            <>
              <Alert>{t('lost.text', { count: lost.count, time: format.dateTime(lost.since) })}</Alert>
              <ActionButton onClick={outbox.forgetLost}>{t('lost.read')}</ActionButton>
            </>
          )}
          {isSignInDue && (
            <ActionButton isMain onClick={() => void session.signIn()}>
              {t('signIn', { count })}
            </ActionButton>
          )}
          {count > asking && !isSignInDue && <ActionButton onClick={outbox.wake}>{t('sendNow')}</ActionButton>}
          <ul>
            {inOrder(entries).map((entry) => (
              <li key={entry.id} data-asks={entry.refusal !== null || undefined}>
                <Card entry={entry} />
              </li>
            ))}
          </ul>
        </div>
      </SidePanel>
    </>
  )
  return (
    <>
      {place === null ? told : createPortal(told, place)}
      <SignOutQuestion count={count} />
    </>
  )
}

function Card({ entry }: { readonly entry: OutboxEntry }) {
  const { t } = useTexts('outbox')
  const Known = CARDS[entry.kind]
  const drop = () => void outbox.drop(entry.id)
  if (Known !== undefined) return <Known entry={entry} onDrop={drop} onAgain={(body) => void outbox.again(entry.id, body)} />
  // An older version of the application made it.
  return <ActionButton onClick={drop}>{t('remove')}</ActionButton>
}

/** Those that ask for somebody come first, the others in the order in which they go. */
function inOrder(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return [...entries.filter(({ refusal }) => refusal !== null), ...entries.filter(({ refusal }) => refusal === null)]
}

/** Sends the outbox of the viewer whenever the server may answer. */
function useSender(): void {
  const client = useClient()
  const { company } = useViewer()
  const { accessToken } = useSession()
  const tenantId = company?.id ?? null
  useEffect(() => {
    outbox.register(photoKind({ accessToken, tenantId }, keptPhotos))
    outbox.register(sentFileKind({ accessToken, tenantId }, keptPhotos))
  }, [accessToken, tenantId])
  useEffect(() => {
    const kinds = KINDS.map((kindOf) => kindOf(client))
    for (const kind of [...kinds, ...handoverKinds(client), ...workRequestKinds(client)]) outbox.register(kind)
  }, [client])
  useOpenOutbox()
  useEffect(() => {
    const wake = () => outbox.wake()
    const whenBack = () => {
      if (serverState() === 'answers') outbox.wake()
    }
    addEventListener('online', wake)
    const leave = onServerState(whenBack)
    return () => {
      removeEventListener('online', wake)
      leave()
    }
  }, [])
}

/** Asks before the person signs out while something is not sent. */
function SignOutQuestion({ count }: { readonly count: number }) {
  const { t } = useTexts('outbox')
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null)
  const latest = useRef(count)
  useEffect(() => {
    latest.current = count
  })
  useEffect(() => {
    guardSignOut(() => (latest.current === 0 ? Promise.resolve(true) : new Promise((resolve) => setAnswer(() => resolve))))
    return () => guardSignOut(null)
  }, [])
  const decide = (mayLeave: boolean) => {
    answer?.(mayLeave)
    setAnswer(null)
  }
  return (
    <ConfirmDialog
      isOpen={answer !== null}
      title={t('signOut.title')}
      confirmLabel={t('signOut.leave')}
      cancelLabel={t('signOut.stay')}
      closeLabel={t('state.close')}
      onConfirm={() => decide(true)}
      onClose={() => decide(false)}
    >
      <p>
        {t('chip', { count })}. {t('signOut.text')}
      </p>
    </ConfirmDialog>
  )
}
