import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { clockOf, lastResultOf, typeOf, type SubscriptionRow } from './subscription.view.ts'
import classes from './Subscriptions.module.css'

type SubscriptionItemProps = {
  readonly row: SubscriptionRow
  readonly place: string
  readonly viewerId: string
  readonly onEdit: () => void
  readonly isSending: boolean
  readonly onSend: () => void
  readonly onEnd: () => void
  readonly onLeave: (isLeft: boolean) => void
}

/** Returns one report that is sent by itself: what, of what, when, to whom, and what became of the last. */
export function SubscriptionItem({ row, place, viewerId, isSending, onEdit, onSend, onEnd, onLeave }: SubscriptionItemProps) {
  const { t } = useTexts('subscription')
  const format = useZoneFormat(row.zone)
  const type = row.viewName === null ? t(`type.${typeOf(row)}`) : t('viewOf', { name: row.viewName })
  // What the buttons do stands in each row; who hears them is told of which.
  const ofType = <span className="hidden-text">{` ${type}`}</span>
  const own = row.recipients.find(({ user }) => user?.id === viewerId)
  const last = lastResultOf(row)
  const rhythm =
    row.periodicity === 'BY_SHIFTS'
      ? t('rhythm.BY_SHIFTS', { time: clockOf(row) })
      : t(`rhythm.${row.periodicity}`, { time: clockOf(row), zone: row.zone })
  const names = row.recipients.map(({ user, leftOn, lastState }) => {
    const name = user?.fullName ?? '–'
    if (leftOn !== null) return t('left', { name })
    return lastState === 'NO_RIGHT' ? t('noRight', { name }) : name
  })
  const addresses = row.addresses.map(({ email: name, confirmedOn, leftOn, lastState }) => {
    if (leftOn !== null) return t('left', { name })
    if (confirmedOn === null) return t('notAgreed', { name })
    if (lastState === 'TOO_LARGE') return t('tooLarge', { name })
    return lastState === 'NO_RIGHT' ? t('noRight', { name }) : name
  })
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <strong>{`${type} · ${row.format}`}</strong>
        <span>{`${place} · ${rhythm}`}</span>
        <span>{t('to', { names: [...names, ...addresses].join(', ') })}</span>
        <span className={classes['muted']}>
          {row.nextOn === null ? t('nextUnknown') : t('next', { time: format.dateTime(Date.parse(row.nextOn)) })}
          {last !== null && row.lastRun !== null && (
            <>
              {' · '}
              <span className={last === 'NO_RIGHT' ? classes['wrong'] : undefined}>
                {t('last', { day: format.day(Date.parse(row.lastRun.dateTo)), result: t(`result.${last}`) })}
              </span>
            </>
          )}
        </span>
      </div>
      <div className={classes['actions']}>
        {own !== undefined && (
          <ActionButton onClick={() => onLeave(own.leftOn === null)}>
            {t(own.leftOn === null ? 'leave' : 'comeBack')}
            {ofType}
          </ActionButton>
        )}
        {row.mayChange && (
          <>
            <ActionButton isBusy={isSending} onClick={onSend}>
              {t('sendNow')}
              {ofType}
            </ActionButton>
            <ActionButton onClick={onEdit}>
              {t('edit')}
              {ofType}
            </ActionButton>
            <ActionButton onClick={onEnd}>
              {t('end')}
              {ofType}
            </ActionButton>
          </>
        )}
      </div>
    </li>
  )
}
