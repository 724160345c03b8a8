import { useTranslation } from 'react-i18next'
import { PanelError } from '#web/ui/PanelError.tsx'

/** Returns what stands for a tab whose files cannot be had; the header and the other tabs go on. */
export function TabFailure() {
  const { t } = useTranslation()
  return <PanelError title={t('state.wrong')} retryLabel={t('state.newVersion')} onRetry={() => location.reload()} />
}
