import { lazy, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { logFailure } from '#web/api/log.ts'
import { loadChunk } from './loadChunk.ts'

/** Returns a component of the frame whose files are loaded when it is first shown; when they cannot be had, nothing or what is given stands there, and the frame goes on. */
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

/** Returns the entry that loads the page anew, for a menu whose files cannot be had. */
export function MenuFailure() {
  const { t } = useTranslation()
  return (
    <button type="button" role="menuitem" onClick={() => location.reload()}>
      {t('state.newVersion')}
    </button>
  )
}
