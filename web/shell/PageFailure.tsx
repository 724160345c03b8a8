import { useEffect } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { logFailure } from '#web/ui/log.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { ChunkFailure } from '#web/base/loadChunk.ts'
import { useMissingFiles } from '#web/base/useMissingFiles.ts'

/**
 * Returns the page for one that could not be loaded or shown. When the server answers, missing files belong to an older version: offers to load the
 * newer. Otherwise the page reloads once the server answers (U-46).
 */
export function PageFailure({ error }: { readonly error: unknown }) {
  const { t } = useCommonTexts()
  const { missing, retry } = useMissingFiles()
  useEffect(() => logFailure('A page failed', error), [error])
  const isReplaced = error instanceof ChunkFailure && missing === 'replaced'
  return (
    <>
      <PageHeading className="hidden-text">{t('state.wrong')}</PageHeading>
      <PanelError
        title={missing === 'unreachable' ? t('state.serverUnreachable') : t('state.wrong')}
        retryLabel={isReplaced ? t('state.newVersion') : t('state.retry')}
        onRetry={retry}
      />
    </>
  )
}
