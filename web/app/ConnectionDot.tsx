import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#web/api/live.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { subscribeOnline } from './ConnectionBanner.tsx'
import classes from './ConnectionDot.module.css'

/** Returns the state of the live connection as a dot with its word: live, reconnecting, or offline since when. */
export function ConnectionDot() {
  const { t } = useTranslation()
  const format = useFormat()
  const { status, since } = useConnection()
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const shown = status === 'live' ? 'live' : isOnline ? 'reconnecting' : 'offline'
  const text = shown === 'offline' ? t('connection.offlineSince', { time: format.time(since) }) : t(`connection.${shown}`)
  return (
    <span className={classes['dot']} data-status={shown} title={text}>
      <span className={classes['mark']} aria-hidden />
      <span className={classes['text']}>{text}</span>
    </span>
  )
}
