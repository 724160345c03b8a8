import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'

/** Returns the content of a tab whose files failed to load. */
export function TabFailure() {
  const { t } = useTexts('frame')
  return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => location.reload()} />
}
