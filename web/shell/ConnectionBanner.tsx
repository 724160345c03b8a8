import { useSyncExternalStore } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './ConnectionBanner.module.css'
import { useSession } from '#web/base/session.ts'
import { useConnectionStyle } from '#web/base/useConnectionStyle.ts'

/** Returns the banner that says that the session is over, or since when the page is offline; nothing while it is neither. */
export function ConnectionBanner() {
  const { t } = useCommonTexts()
  const format = useFormat()
  const { end } = useSession()
  const isEnded = useSyncExternalStore(end.subscribe, end.isEnded)
  const { status, since } = useConnectionStyle()
  const text = isEnded ? t('session.ended') : status === 'offline' ? t('connection.offlineHelp', { time: format.time(since) }) : null
  return (
    <div role="status">
      {text !== null && (
        <p className={classes['banner']}>
          <Icon name="alert" /> {text}
        </p>
      )}
    </div>
  )
}
