import { useEffect, useRef, useState } from 'react'
import { ResendVerificationDocument, VerifyEmailDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { takeJoinLink } from '#web/base/joinLink.ts'
import { useSession } from '#web/base/session.ts'
import { DEFAULT_PAGE } from '#engine/access/routeGuards.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { Section } from './Section.tsx'
import classes from './Section.module.css'

/** E-mails are few: who asked for one waits so long before the next. */
const RESEND_AFTER_SECONDS = 60

/** Returns the page that proves an address: with the link of the e-mail it does so and goes on, without one it says where the e-mail went (spec 000 §2, VerifyEmail). */
export function ActivationPage() {
  const { t } = useTexts('profile')
  const [hash] = useState(() => new URLSearchParams(location.search).get('hash'))
  const { isVerifying, problems } = useVerification(hash)
  usePageTitle(t('page.activation'))
  return (
    <div className={classes['page']}>
      <PageHeading>{t('page.activation')}</PageHeading>
      {isVerifying ? <p role="status">{t('activation.verifying')}</p> : <EmailSent problems={problems} />}
    </div>
  )
}

/** Proves the address by the link once; what follows is loaded afresh, since everything else was refused until now. */
function useVerification(hash: string | null) {
  const { run: verify } = useChange(VerifyEmailDocument)
  const [problems, setProblems] = useState<readonly ApiProblem[] | null>(hash === null ? [] : null)
  const isSent = useRef(false)
  useEffect(() => {
    if (hash === null || isSent.current) return
    isSent.current = true
    void verify({ hash }).then(({ problems: refused }) => {
      if (refused.length === 0) location.assign(takeJoinLink(localStorage, Date.now()) ?? DEFAULT_PAGE)
      else setProblems(refused)
    })
  }, [hash, verify])
  return { isVerifying: problems === null, problems: problems ?? [] }
}

function EmailSent({ problems }: { readonly problems: readonly ApiProblem[] }) {
  const { t } = useTexts('profile')
  const viewer = useViewer()
  const session = useSession()
  const resend = useChange(ResendVerificationDocument)
  const [refused, setRefused] = useState(problems)
  const { seconds, wait } = useWait()
  if (!viewer.isProofDue && refused.length === 0)
    return (
      <Section title={t('activation.provenTitle')}>
        <p>{t('activation.provenText', { email: viewer.email })}</p>
        <div className={classes['row']}>
          <ActionButton isMain onClick={() => location.assign(DEFAULT_PAGE)}>
            {t('activation.goOn')}
          </ActionButton>
        </div>
      </Section>
    )
  const send = async () => {
    const found = (await resend.run({})).problems
    setRefused(found)
    if (found.length > 0) return
    wait(RESEND_AFTER_SECONDS)
    showToast(t('activation.sentAgain', { email: viewer.email }))
  }
  return (
    <Section title={t('activation.title')}>
      <div role="alert">
        {refused.map((problem) => (
          <p key={problem.code} className={classes['error']}>
            <Explained>{problemText(t, problem)}</Explained>
          </p>
        ))}
      </div>
      <p>{t('activation.text', { email: viewer.email })}</p>
      <p>{t('activation.help')}</p>
      <div className={classes['row']}>
        <ActionButton isMain isBusy={resend.isBusy} isDisabled={seconds > 0} onClick={() => void send()}>
          {seconds > 0 ? t('activation.resendIn', { seconds }) : t('activation.resend')}
        </ActionButton>
        <ActionButton onClick={() => location.assign(DEFAULT_PAGE)}>{t('activation.check')}</ActionButton>
        <ActionButton onClick={() => void session.signOut()}>{t('activation.signOut')}</ActionButton>
      </div>
    </Section>
  )
}

/** Returns a countdown in whole seconds, and the function that starts it. */
function useWait() {
  const [seconds, setSeconds] = useState(0)
  const isRunning = seconds > 0
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return { seconds, wait: setSeconds }
}
