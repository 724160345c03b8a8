import { useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  DeleteSubscriptionDocument,
  LeaveSubscriptionDocument,
  SendSubscriptionDocument,
  SubscriptionsDocument,
} from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Later } from '#web/base/lazyPart.tsx'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SubscriptionDialog } from './laterDialog.tsx'
import { SubscriptionItem } from './SubscriptionItem.tsx'
import { subscribableTypes, type SubscriptionRow } from './subscription.view.ts'
import classes from './Subscriptions.module.css'

type Place = { readonly id: number; readonly name: string; readonly timeZone: string }
type SubscriptionsProps = {
  /** Whose reports are shown, with those of all; null = of all. */
  readonly workCenterId: number | null
  readonly places: readonly Place[]
}

/** Returns the reports that are sent by themselves, each with when, to whom and what became of it, and the ways to add, change, leave and end them (U-71). */
export function Subscriptions({ workCenterId, places }: SubscriptionsProps) {
  const { t } = useTexts('subscription')
  const viewer = useViewer()
  const [edited, setEdited] = useState<SubscriptionRow | 'new' | null>(null)
  const [ending, setEnding] = useState<SubscriptionRow | null>(null)
  const [{ data, error }, ask] = useFreshQuery(SubscriptionsDocument, { workCenterId }, { workCenterIds: null, kinds: ['job'] })
  const deleting = useChange(DeleteSubscriptionDocument)
  const sending = useChange(SendSubscriptionDocument)
  const leaving = useChange(LeaveSubscriptionDocument)
  const types = subscribableTypes(viewer.readable)
  const [problem] = problemsOf(error)
  const end = async ({ id }: SubscriptionRow) => {
    const { problems } = await deleting.run({ id })
    showToast(problems[0] ? problemText(t, problems[0]) : t('ended'))
    setEnding(null)
    ask()
  }
  const send = async ({ id }: SubscriptionRow) => {
    const { problems } = await sending.run({ id })
    showToast(problems[0] ? problemText(t, problems[0]) : t('sentNow'))
    ask()
  }
  const leave = async ({ id }: SubscriptionRow, isLeft: boolean) => {
    const { problems } = await leaving.run({ id, isLeft })
    if (problems[0]) showToast(problemText(t, problems[0]))
    ask()
  }
  const rows = data?.boxReports
  const groups = data?.workCenterGroups ?? []
  const placeName = ({ workCenterId: own, groupId }: SubscriptionRow) => {
    const group = groups.find(({ id }) => id === groupId)
    if (group !== undefined) return t('group', { name: group.name })
    return own === 0 ? t('allPlaces') : (places.find(({ id }) => id === own)?.name ?? `#${own}`)
  }
  return (
    <section aria-labelledby="subscriptions">
      <div className={classes['head']}>
        <h2 id="subscriptions">{t('title')}</h2>
        {types.length > 0 && <ActionButton onClick={() => setEdited('new')}>{t('add')}</ActionButton>}
      </div>
      {rows === undefined && error !== undefined && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {rows?.length === 0 && <p className={classes['none']}>{t('none')}</p>}
      {rows !== undefined && rows.length > 0 && (
        <ul className={classes['list']}>
          {rows.map((row) => (
            <SubscriptionItem
              key={row.id}
              row={row}
              viewerId={viewer.id}
              place={placeName(row)}
              onEdit={() => setEdited(row)}
              isSending={sending.sent?.id === row.id}
              onSend={() => void send(row)}
              onEnd={() => setEnding(row)}
              onLeave={(isLeft) => void leave(row, isLeft)}
            />
          ))}
        </ul>
      )}
      <Later isAsked={edited !== null}>
        <SubscriptionDialog
          edited={edited}
          places={places}
          groups={groups}
          companyZone={data?.currentUser?.company?.timeZone ?? null}
          mayMailOutside={data?.currentUser?.company?.externalReports === true}
          types={types}
          workCenterId={workCenterId}
          onClose={() => setEdited(null)}
          onChanged={ask}
        />
      </Later>
      <ConfirmDialog
        isOpen={ending !== null}
        title={t('endTitle')}
        confirmLabel={t('end')}
        cancelLabel={t('cancel')}
        closeLabel={t('state.close')}
        isDanger
        isBusy={deleting.isBusy}
        onConfirm={() => ending !== null && void end(ending)}
        onClose={() => setEnding(null)}
      >
        <p>{t('endText')}</p>
      </ConfirmDialog>
    </section>
  )
}
