import type { AnyRouter } from '@tanstack/react-router'
import { AuthProvider } from 'react-oidc-context'
import type { Client } from 'urql'
import { forgetAnswers } from '#web/base/rememberedAnswers.ts'
import { SessionContext, type Session } from '#web/base/session.ts'
import { SignedIn } from './SignedIn.tsx'
import { SignInGate } from './SignInGate.tsx'
import { targetAfterSignIn } from '#web/base/signInTarget.ts'
import { useSyncExternalStore } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { closeToast, currentToasts, onToasts } from '#web/base/toast.ts'
import { ToastList } from '#web/ui/ToastList.tsx'

type AppProps = {
  readonly session: Session
  /** Whether the session needs nothing of the provider now. */
  readonly isHeld: boolean
  readonly client: () => Client
  readonly router: AnyRouter
}

/** Returns the whole application: session, toasts, and below the sign-in everything else. */
export function App({ session, isHeld, client, router }: AppProps) {
  return (
    <>
      <SessionContext value={session}>
        <AuthProvider
          userManager={session.manager}
          onSigninCallback={(user) => {
            forgetAnswers()
            history.replaceState(null, '', targetAfterSignIn(user?.state, location.origin))
          }}
          matchSignoutCallback={() => location.pathname === '/signout-oidc'}
          onSignoutCallback={() => location.replace('/')}
        >
          <SignInGate isHeld={isHeld}>
            <SignedIn client={client} router={router} />
          </SignInGate>
        </AuthProvider>
      </SessionContext>
      <ToastHost />
    </>
  )
}

/** Returns the toasts of the application. */
function ToastHost() {
  const { t } = useCommonTexts()
  return <ToastList toasts={useSyncExternalStore(onToasts, currentToasts)} closeLabel={t('state.close')} onClose={closeToast} />
}
