import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useMissingFiles } from '#web/base/useMissingFiles.ts'
import { PanelError } from '#web/ui/PanelError.tsx'

/** Returns the content of a tab whose files failed to load; the rest of the page goes on. */
export function TabFailure() {
  const { t } = useCommonTexts()
  const { missing, retry } = useMissingFiles()
  return (
    <PanelError
      title={missing === 'unreachable' ? t('state.serverUnreachable') : t('state.wrong')}
      retryLabel={missing === 'replaced' ? t('state.newVersion') : t('state.retry')}
      onRetry={retry}
    />
  )
}
