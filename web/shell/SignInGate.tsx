import { use, useEffect, useState, type ReactNode } from 'react'
import { AuthProvider, useAuth } from 'react-oidc-context'
import { keepJoinLink } from '#web/base/joinLink.ts'
import { forgetAnswers } from '#web/base/rememberedAnswers.ts'
import { useSession } from '#web/base/session.ts'
import { targetAfterSignIn } from '#web/base/signInTarget.ts'
import { heldTenant, holdTenant, switchingTo } from '#web/base/tenant.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { FullPageNotice } from '#web/ui/FullPageNotice.tsx'
import { Splash } from './Splash.tsx'

const OUT_OF_REACH = 'out of reach'

/** The embedded provider's description beside `access_denied` in this case. */
const NOT_A_MEMBER = 'not a member of this company'

type SignInGateProps = { readonly children: ReactNode }

/** Returns the way through the identity provider, for a page without a token that still lives, and its children once there is one. */
export default function SignInGate({ children }: SignInGateProps) {
  const session = useSession()
  return (
    <AuthProvider
      userManager={use(session.manager())}
      onSigninCallback={(user) => {
        forgetAnswers()
        history.replaceState(null, '', targetAfterSignIn(user?.state, location.origin))
      }}
      matchSignoutCallback={() => location.pathname === '/signout-oidc'}
      onSignoutCallback={() => location.replace('/')}
    >
      <Gate>{children}</Gate>
    </AuthProvider>
  )
}

/** Returns the children for a signed-in person; anybody else is sent to the identity provider, the page asked for kept as state (spec 000 §2). */
function Gate({ children }: SignInGateProps) {
  const auth = useAuth()
  const session = useSession()
  const [isReady, setReady] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const failure = auth.error ?? error
  // Over plain HTTP from another machine browsers give no keys, which every sign-in needs.
  const isSecure = window.isSecureContext
  const canStart = isSecure && !auth.isLoading && auth.error === undefined && auth.activeNavigator === undefined

  useEffect(() => {
    if (!canStart || isReady) return
    let isCurrent = true
    session
      .accessToken()
      // Not renewed for want of a connection: the session is not over, and the frame tells that the server is out of reach.
      .catch(async (reason: unknown) => {
        if ((await (await session.manager()).getUser()) === null) throw reason
        return OUT_OF_REACH
      })
      .then(async (token) => {
        if (!isCurrent) return
        if (token === null) {
          keepJoinLink(localStorage, location.pathname + location.search, Date.now())
          await session.signIn()
        } else setReady(true)
      })
      .catch((reason: unknown) => {
        if (isCurrent) setError(reason)
      })
    return () => {
      isCurrent = false
    }
  }, [canStart, isReady, session])

  if (!isSecure) return <InsecureAddress />
  if (failure) return <SignInFailure isNotMember={isNotMember(failure)} />
  return isReady ? children : <Splash switchingTo={switchingTo()} />
}

function InsecureAddress() {
  const { t } = useCommonTexts()
  const retry = () => location.assign('/')
  return (
    <FullPageNotice
      title={t('session.insecure')}
      text={t('session.insecureHelp')}
      actions={[{ label: t('state.retry'), onClick: retry }]}
    />
  )
}

/** Returns whether the provider knows the person, who does not belong to the company that is held. */
function isNotMember(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && 'message' in failure && failure.message === NOT_A_MEMBER
}

function SignInFailure({ isNotMember }: { readonly isNotMember: boolean }) {
  const { t } = useCommonTexts()
  const retry = () => location.assign('/')
  const leaveCompany = () => {
    holdTenant(null)
    retry()
  }
  return (
    <FullPageNotice
      title={t(isNotMember ? 'session.notMember' : 'session.failed')}
      text={t(isNotMember ? 'session.notMemberHelp' : 'session.failedHelp')}
      actions={[
        { label: t('state.retry'), onClick: retry },
        ...(heldTenant() === null ? [] : [{ label: t('session.otherCompany'), onClick: leaveCompany }]),
      ]}
    />
  )
}
