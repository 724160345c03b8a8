import { useCommonTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'

/** Returns the content of a tab whose files failed to load; the rest of the page goes on. */
export function TabFailure() {
  const { t } = useCommonTexts()
  return <PanelError title={t('state.wrong')} retryLabel={t('state.newVersion')} onRetry={() => location.reload()} />
}
