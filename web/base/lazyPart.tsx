import { lazy, type ComponentType, type ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { logFailure } from '#web/ui/log.ts'
import { loadChunk } from './loadChunk.ts'
import { useMissingFiles } from './useMissingFiles.ts'

/** Returns a component whose files load when it is first shown. If they cannot be loaded, the fallback or nothing is shown, and the page goes on. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  whenFailed: () => ReactNode = () => null,
) {
  return lazy<ComponentType<Props>>(() =>
    loadChunk(load).catch((error: unknown) => {
      logFailure('A part of the page failed', error)
      return { default: whenFailed }
    }),
  )
}

/** Returns the menu entry that tries again, for a menu whose files failed to load. */
export function MenuFailure() {
  const { t } = useCommonTexts()
  const { missing, retry } = useMissingFiles()
  return (
    <button type="button" role="menuitem" onClick={retry}>
      {missing === 'replaced' ? t('state.newVersion') : missing === 'unreachable' ? t('state.serverUnreachable') : t('state.retry')}
    </button>
  )
}
