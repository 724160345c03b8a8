import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'

/** Returns what stands in place of a tab whose files cannot be had. */
export function TabFailure() {
  const { t } = useTexts('frame')
  return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => location.reload()} />
}
