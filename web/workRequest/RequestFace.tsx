import type { ListedRequestFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { isLate, titleOf } from './workRequests.view.ts'
import classes from './WorkRequestsPage.module.css'

type RequestFaceProps = { readonly request: ListedRequestFragment; readonly zone: string; readonly onOpen: () => void }

/** Returns what a request is about, where, by when and whose it is. */
export function RequestFace({ request, zone, onOpen }: RequestFaceProps) {
  const { t } = useTexts('workRequest')
  const format = useZoneFormat(request.workCenter?.timeZone ?? zone)
  const { dueAt, workCenter, responsible, reported, unreadMessages } = request
  const late = isLate(request, serverNow())
  return (
    <div className={classes['face']}>
      <button type="button" className={classes['title']} data-open onClick={onOpen}>
        {titleOf(request)}
      </button>
      <span className={classes['muted']}>{workCenter?.name ?? t('noPlace')}</span>
      {dueAt !== null && (
        <span className={late ? classes['late'] : classes['muted']}>
          {t(late ? 'wasDue' : 'isDue', { time: format.dateTime(Date.parse(dueAt)) })}
        </span>
      )}
      {responsible !== null && (
        <span className={classes['person']}>
          <Avatar photo={responsible.photo} initials={responsible.initials} />
          {responsible.fullName}
        </span>
      )}
      {(reported > 1 || unreadMessages > 0) && (
        <span className={classes['muted']}>
          {[
            ...(reported > 1 ? [t('reported', { count: reported })] : []),
            ...(unreadMessages > 0 ? [t('unread', { count: unreadMessages })] : []),
          ].join(' · ')}
        </span>
      )}
    </div>
  )
}
