import { useConnectionStyle } from '#web/base/useConnectionStyle.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'

/** Returns since when nothing new arrives on a screen that fills the window; read out when that begins. */
export function OfflineSince({ className }: { readonly className: string | undefined }) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const { status, since } = useConnectionStyle()
  return (
    <div role="status">
      {status === 'offline' && (
        <p className={className}>
          <Icon name="alert" /> {t('connection.offlineHelp', { time: format.time(since) })}
        </p>
      )}
    </div>
  )
}
