import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'

type NotReadProps = { readonly error: Parameters<typeof problemsOf>[0]; readonly onRetry: () => void }

/** Returns what stands in the place of what is not read yet, or cannot be read. */
export function NotRead({ error, onRetry }: NotReadProps) {
  const { t } = useTexts('items')
  const [problem] = problemsOf(error)
  if (!error) return <p role="status">{t('state.loading')}</p>
  return <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={onRetry} />
}
