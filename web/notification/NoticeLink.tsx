import { Link } from '@tanstack/react-router'
import { mayAskForWorkOf, noticeWay } from '#engine/notification/noticeWay.ts'
import { dateAt } from '#engine/time/statPeriod.ts'
import type { InboxItemFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from '#web/parts/rules/notifications.module.css'
import { datesOf, historyOf } from './noticeWay.view.ts'

/** Returns the way to what a notification is about, where the viewer may go there, as `noticeWay` tells; and to a request of work. */
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

function WayTo({ item }: { readonly item: InboxItemFragment }) {
  const { t } = useTexts('notification')
  const { timeZone } = useFormat()
  const { type, jobOrder, lossId, shiftId, periodType, workCenter, workCenterId } = item
  const way = noticeWay(type, useViewer(), periodType)
  if (way === 'SHIFT' && shiftId !== null)
    return (
      <Link to="/shifts/$shiftId" params={{ shiftId: String(shiftId) }} className={classes['place']}>
        {t('openShift')}
      </Link>
    )
  if (way === 'ANALYTICS' && periodType !== null && periodType !== 'SHIFT') {
    const dates = datesOf(periodType, dateAt(workCenter?.timeZone ?? timeZone, Date.parse(item.since)))
    return (
      <Link to="/analytics" search={{ range: 'dates', ...dates, wc: [workCenterId] }} className={classes['place']}>
        {t('openPeriod')}
      </Link>
    )
  }
  if (way === 'HISTORY' && workCenter?.deviceId != null)
    return (
      <Link
        to="/boxes/$deviceId"
        params={{ deviceId: workCenter.deviceId }}
        search={{ tab: 'history', ...historyOf(item) }}
        className={classes['place']}
      >
        {t('openHistory')}
      </Link>
    )
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
  if (way === 'REFUSALS' && workCenter?.deviceId != null)
    return (
      <Link
        to="/boxes/$deviceId/settings"
        params={{ deviceId: workCenter.deviceId }}
        search={{ tab: 'sensors' }}
        hash="refused"
        className={classes['place']}
      >
        {t('openRefused')}
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
