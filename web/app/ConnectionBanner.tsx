import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './ConnectionBanner.module.css'
import { useConnectionLook } from './useConnectionLook.ts'

/** Returns the banner that says since when the page is offline; nothing while it is not. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const format = useFormat()
  const { status, since } = useConnectionLook()
  return (
    <div role="status">
      {status === 'offline' && (
        <p className={classes['banner']}>
          <Icon name="alert" /> {t('connection.offlineHelp', { time: format.time(since) })}
        </p>
      )}
    </div>
  )
}
