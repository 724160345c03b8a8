import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'

type TabWaitingProps = { readonly isFailed: boolean; readonly onRetry: () => void }

/** Returns the placeholder of a loading tab, or its retry. */
export function TabWaiting({ isFailed, onRetry }: TabWaitingProps) {
  const { t } = useTexts('frame')
  const isSlow = useDelayed(!isFailed)
  if (isFailed) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={onRetry} />
  return isSlow ? <p role="status">{t('state.loading')}</p> : null
}
