import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { logFailure } from '#web/ui/log.ts'
import { loadChunk } from './loadChunk.ts'
import { onServerState, serverState } from './serverState.ts'
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

/** Returns what it holds from the first time that it is asked for, so that a dialog in it closes as any other. */
export function Later({ isAsked, children }: { readonly isAsked: boolean; readonly children: ReactNode }) {
  const [wasAsked, setAsked] = useState(isAsked)
  if (isAsked && !wasAsked) setAsked(true)
  return wasAsked && <Suspense fallback={null}>{children}</Suspense>
}

/**
 * Returns a component of the shell whose files load when it is first shown. If they cannot be loaded, nothing stands there until the server can be reached
 * again or a while has passed, and they are loaded then: a page that began while the connection was going is whole afterwards without a reload.
 */
export function lazyExtra<Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return lazy<ComponentType<Props>>(async () => {
    for (;;) {
      try {
        return await loadChunk(load)
      } catch (error) {
        logFailure('A part of the shell failed, and is loaded when the server can be reached again', error)
        await untilReachable()
      }
    }
  })
}

/** What failed although the server answers is tried again after this time: nothing tells when its files are there. */
const AGAIN_AFTER_MS = 30_000

/** Resolves when the browser is online again, the server answers again, or after a while. */
async function untilReachable(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, AGAIN_AFTER_MS)
  const leave = onServerState(() => {
    if (serverState() === 'answers') resolve()
  })
  addEventListener('online', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
  leave()
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
