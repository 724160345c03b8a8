import { useEffect, useRef, useState } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { logFailure } from '#web/api/log.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { ChunkFailure } from '#web/base/loadChunk.ts'
import { isReloadDue } from './pageReload.ts'
import { useConnectionStyle } from '#web/base/useConnectionStyle.ts'

/**
 * Returns the page for one that could not be loaded or shown. When the server answers, missing files belong to an older version: offers to load the
 * newer. Otherwise the page reloads once the server answers, at most once a minute (U-46).
 */
export function PageFailure({ error }: { readonly error: unknown }) {
  const { t } = useCommonTexts()
  const { status } = useConnectionStyle()
  const [isUnreachable, setUnreachable] = useState(false)
  useEffect(() => logFailure('A page failed', error), [error])
  const wasLost = useRef(false)
  useEffect(() => {
    if (status !== 'live') wasLost.current = true
    else if (wasLost.current && isReloadDue(sessionStorage, Date.now())) location.reload()
  }, [status])
  const retry = async () => {
    setUnreachable(false)
    const answer = await fetch('/api/health').catch(() => null)
    if (answer?.ok) location.reload()
    else setUnreachable(true)
  }
  const isAway = isUnreachable || status !== 'live'
  const isReplaced = error instanceof ChunkFailure && !isAway
  return (
    <>
      <PageHeading className="hidden-text">{t('state.wrong')}</PageHeading>
      <PanelError
        title={isAway ? t('state.serverUnreachable') : t('state.wrong')}
        retryLabel={isReplaced ? t('state.newVersion') : t('state.retry')}
        onRetry={() => void retry()}
      />
    </>
  )
}
