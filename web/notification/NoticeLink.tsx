import { Link } from '@tanstack/react-router'
import { mayAskForWorkOf, noticeWay } from '#engine/notification/noticeWay.ts'
import type { InboxItemFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from '#web/parts/rules/notifications.module.css'

/** Returns the way to what a notification is about, where the viewer may go there: the stop, the order, the integrations, or what is paid; and to a request of work. */
export function NoticeLink({ item }: { readonly item: InboxItemFragment }) {
  const { t } = useTexts('notification')
  const viewer = useViewer()
  const { id, type, lossId, workCenterId } = item
  return (
    <>
      <WayTo item={item} />
      {mayAskForWorkOf(type, viewer) && (
        <Link
          to="/work-requests"
          search={{ id: ['new'], place: [workCenterId], ...(lossId === null ? { notice: id } : { loss: [lossId] }) }}
          className={classes['place']}
        >
          {t('askForWork')}
        </Link>
      )}
    </>
  )
}

function WayTo({ item: { type, jobOrder, lossId } }: { readonly item: InboxItemFragment }) {
  const { t } = useTexts('notification')
  const way = noticeWay(type, useViewer())
  if (way === 'LOSS' && lossId !== null)
    return (
      <Link to="/losses" search={{ id: [lossId] }} className={classes['place']}>
        {t('openLoss')}
      </Link>
    )
  if (way === 'ORDER' && jobOrder !== null)
    return (
      <Link to="/job-orders" search={{ id: [jobOrder.id] }} className={classes['place']}>
        {t('openOrder')}
      </Link>
    )
  if (way === 'INTEGRATIONS')
    return (
      <Link to="/integrations" className={classes['place']}>
        {t('openIntegrations')}
      </Link>
    )
  if (way !== 'BILLING') return null
  return (
    <Link to="/billing" className={classes['place']}>
      {t('openBilling')}
    </Link>
  )
}
