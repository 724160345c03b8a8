import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#web/api/live.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './ConnectionBanner.module.css'

/** Returns the banner that says since when the browser is offline; nothing while it is not. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const format = useFormat()
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const connection = useConnection()
  if (isOnline || connection.status === 'live') return null
  return (
    <p className={classes['banner']} role="status">
      <Icon name="alert" /> {t('connection.offlineSince', { time: format.time(connection.since) })}
    </p>
  )
}

/** Calls back when the browser goes online or offline; returns the function that stops it. */
export function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
