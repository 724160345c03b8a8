import type { DeviceStatus } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './DeviceNotice.module.css'

/**
 * Returns the notice that the device is temporarily disabled (spec 000 §2, G-25): its data is still recorded, and nobody is notified; or that it is
 * archived.
 */
export function DeviceNotice({ status }: { readonly status: DeviceStatus }) {
  const { t } = useTexts('page')
  const isArchived = status === 'ARCHIVE'
  return (
    <div className={classes['notice']} role="status">
      <Icon name="alert" />
      <p>
        <strong>{isArchived ? t('archived') : t('workCenter.disabled')}</strong>{' '}
        {isArchived ? t('archivedHelp') : t('workCenter.disabledHelp')}
      </p>
    </div>
  )
}
