import { useTranslation } from 'react-i18next'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './DisabledNotice.module.css'

/** Returns the notice that the device is temporarily disabled (spec 000 §2): what it sends is still recorded, and nobody is notified (domain.md). */
export function DisabledNotice() {
  const { t } = useTranslation()
  return (
    <div className={classes['notice']} role="status">
      <Icon name="alert" />
      <p>
        <strong>{t('workCenter.disabled')}</strong> {t('workCenter.disabledHelp')}
      </p>
    </div>
  )
}
