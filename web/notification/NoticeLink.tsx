import { Link } from '@tanstack/react-router'
import { noticeWay } from '#engine/notification/noticeWay.ts'
import type { InboxItemFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from '#web/parts/rules/notifications.module.css'

/** Returns the way to what a notification is about, where the viewer may go there: the order, the integrations, or what is paid. */
export function NoticeLink({ item: { type, jobOrder } }: { readonly item: InboxItemFragment }) {
  const { t } = useTexts('notification')
  const way = noticeWay(type, useViewer())
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
