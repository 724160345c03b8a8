import { isCompanyRole } from '#engine/user/role.ts'
import type { Role } from '#engine/access/abilities.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { JoinCompanyDocument, JoinOfferDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { takeJoinLink } from '#web/base/joinLink.ts'
import { switchCompany } from '#web/base/tenant.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import classes from './JoinPage.module.css'

/** Returns the page behind a link to join by: which company and role it gives, asked once more before it is used. */
export function JoinPage() {
  const { t } = useTexts('user')
  const search: Record<string, unknown> = useSearch({ strict: false })
  const secret = typeof search['secret'] === 'string' ? search['secret'] : ''
  const [result, ask] = useQuery({ query: JoinOfferDocument, variables: { secret } })
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  const problem = problemsOf(result.error)[0]
  usePageTitle(t('page.join'))
  // Followed now; the next person in this browser is not led here.
  useEffect(() => void takeJoinLink(localStorage, Date.now()), [])
  if (result.data) return <Offer secret={secret} {...result.data.joinOffer} />
  if (problem === undefined) return isSlow ? <p role="status">{t('state.loading')}</p> : null
  return (
    <>
      <PageHeading>{t('page.join')}</PageHeading>
      {problem.code === 'OFFLINE' || problem.code === 'UNKNOWN' || problem.code === 'INTERNAL_ERROR' ? (
        <PanelError title={problemText(t, problem)} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      ) : (
        <Refused text={problemText(t, problem)} />
      )}
    </>
  )
}

type OfferProps = { readonly secret: string; readonly companyName: string; readonly role: Role; readonly expiresOn: string }

function Offer({ secret, companyName, role, expiresOn }: OfferProps) {
  const { t } = useTexts('user')
  const format = useFormat()
  const viewer = useViewer()
  const navigate = useNavigate()
  const joinCompany = useChange(JoinCompanyDocument)
  const join = async () => {
    const { data } = await joinCompany.run({ secret })
    if (data) switchCompany(data.joinCompany)
  }
  return (
    <section className={classes['offer']}>
      <PageHeading>{t('join.question', { company: companyName, role: t(`role.${role}`) })}</PageHeading>
      {isCompanyRole(role) && <p>{t(`roleHelp.${role}`)}</p>}
      <p className={classes['meta']}>{t('join.as', { name: viewer.fullName, email: viewer.email })}</p>
      <p className={classes['meta']}>{t('expiry.until', { time: format.dateTime(Date.parse(expiresOn)) })}</p>
      {joinCompany.problems.length > 0 && (
        <Alert className={classes['problem']}>{joinCompany.problems.map((problem) => problemText(t, problem)).join('. ')}</Alert>
      )}
      <div className={classes['buttons']}>
        <ActionButton isMain isBusy={joinCompany.isBusy} onClick={() => void join()}>
          {t('join.confirm', { company: companyName })}
        </ActionButton>
        <ActionButton onClick={() => void navigate({ to: '/boxes' })}>{t('form.cancel')}</ActionButton>
      </div>
    </section>
  )
}

function Refused({ text }: { readonly text: string }) {
  const { t } = useTexts('user')
  const navigate = useNavigate()
  return (
    <section className={classes['offer']} role="alert">
      <p>{text}</p>
      <p className={classes['meta']}>{t('join.askAgain')}</p>
      <div className={classes['buttons']}>
        <ActionButton isMain onClick={() => void navigate({ to: '/boxes' })}>
          {t('join.toBoxes')}
        </ActionButton>
      </div>
    </section>
  )
}
