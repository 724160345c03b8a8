import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logFailure } from '#web/api/log.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { isReloadDue } from './pageReload.ts'
import { useConnectionLook } from './useConnectionLook.ts'

/**
 * Returns what stands in the frame for a page that could not be loaded or shown. Once the server answers it loads anew by itself, at most once a
 * minute: its files may have been out of reach, or replaced by a newer version (ux.md §14).
 */
export function PageFailure({ error }: { readonly error: unknown }) {
  const { t } = useTranslation()
  const { status } = useConnectionLook()
  const [isUnreachable, setUnreachable] = useState(false)
  useEffect(() => logFailure('A page failed', error), [error])
  useEffect(() => {
    if (status === 'live' && isReloadDue(sessionStorage, Date.now())) location.reload()
  }, [status])
  const retry = async () => {
    setUnreachable(false)
    const answer = await fetch('/api/health').catch(() => null)
    if (answer?.ok) location.reload()
    else setUnreachable(true)
  }
  return (
    <>
      <PageHeading className="hidden-text">{t('state.wrong')}</PageHeading>
      <PanelError
        title={isUnreachable || status !== 'live' ? t('state.serverUnreachable') : t('state.wrong')}
        retryLabel={t('state.retry')}
        onRetry={() => void retry()}
      />
    </>
  )
}
