import type { AnyRouter } from '@tanstack/react-router'
import { Suspense, useSyncExternalStore } from 'react'
import type { Client } from 'urql'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { SessionContext, type Session } from '#web/base/session.ts'
import { switchingTo } from '#web/base/tenant.ts'
import { closeToast, currentToasts, onToasts } from '#web/base/toast.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { FullPageNotice } from '#web/ui/FullPageNotice.tsx'
import { ToastList } from '#web/ui/ToastList.tsx'
import { SignedIn } from './SignedIn.tsx'
import { Splash } from './Splash.tsx'

const SignInGate = lazyPart(() => import('./SignInGate.tsx'), MissingGate)

type AppProps = {
  readonly session: Session
  /** Whether the session needs nothing of the provider now. */
  readonly isHeld: boolean
  readonly client: () => Client
  readonly router: AnyRouter
}

/** Returns the whole application: session, toasts, and below the sign-in everything else. */
export function App({ session, isHeld, client, router }: AppProps) {
  const pages = <SignedIn client={client} router={router} />
  return (
    <>
      <SessionContext value={session}>
        {isHeld && window.isSecureContext ? (
          pages
        ) : (
          <Suspense fallback={<Splash switchingTo={switchingTo()} />}>
            <SignInGate>{pages}</SignInGate>
          </Suspense>
        )}
      </SessionContext>
      <ToastHost />
    </>
  )
}

/** Returns the notice of a page that cannot sign in, for its files cannot be loaded. */
function MissingGate() {
  const { t } = useCommonTexts()
  return (
    <FullPageNotice
      title={t('state.serverAway')}
      text={t('state.serverAwayHelp')}
      actions={[{ label: t('state.retry'), onClick: () => location.reload() }]}
    />
  )
}

/** Returns the toasts of the application. */
function ToastHost() {
  const { t } = useCommonTexts()
  return <ToastList toasts={useSyncExternalStore(onToasts, currentToasts)} closeLabel={t('state.close')} onClose={closeToast} />
}
