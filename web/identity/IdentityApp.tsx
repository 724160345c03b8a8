import { useState } from 'react'
import { chooseLocale, isLocale } from '#web/ui/locale.ts'
import { ExpiredLink } from './ExpiredLink.tsx'
import { IdentityFrame } from './IdentityFrame.tsx'
import type { IdentityPage } from './identityPage.view.ts'
import { InvitationPage } from './InvitationPage.tsx'
import { LegalPage } from './LegalPage.tsx'
import { LinkGate } from './LinkGate.tsx'
import { NewPasswordPage } from './NewPasswordPage.tsx'
import { RegistrationPage } from './RegistrationPage.tsx'
import { ResetPasswordPage } from './ResetPasswordPage.tsx'
import { SignInPage } from './SignInPage.tsx'
import { TEXTS, TextsContext } from './texts.ts'

/** The application reads the same choice (web/texts/language.ts). */
const LANGUAGE_KEY = 'trueline.language'

type IdentityAppProps = { readonly page: IdentityPage; readonly query: URLSearchParams }

/** Returns the page in the language that its link names, else in the one chosen in this browser. */
export function IdentityApp({ page, query }: IdentityAppProps) {
  const [locale, setLocale] = useState(() => {
    const named = query.get('lang')
    return chooseLocale(named !== null && isLocale(named) ? named : localStorage.getItem(LANGUAGE_KEY), navigator.languages)
  })
  const changeLocale = (value: string) => {
    if (!isLocale(value)) return
    localStorage.setItem(LANGUAGE_KEY, value)
    setLocale(value)
  }
  return (
    <TextsContext value={TEXTS[locale]}>
      <IdentityFrame locale={locale} onLocale={changeLocale} isWide={page.kind === 'terms' || page.kind === 'privacy'}>
        <Page page={page} hash={query.get('hash')} locale={locale} />
      </IdentityFrame>
    </TextsContext>
  )
}

function Page({ page, hash, locale }: { readonly page: IdentityPage; readonly hash: string | null; readonly locale: string }) {
  switch (page.kind) {
    case 'signIn':
      return <SignInPage interaction={page.interaction} />
    case 'registration':
      return <RegistrationPage locale={locale} />
    case 'reset':
      return <ResetPasswordPage locale={locale} />
    case 'restore':
    case 'activate':
    case 'invitation':
      return hash === null ? <ExpiredLink kind={page.kind} /> : <LinkedPage kind={page.kind} hash={hash} />
    case 'terms':
    case 'privacy':
      return <LegalPage kind={page.kind} />
  }
}

function LinkedPage({ kind, hash }: { readonly kind: 'restore' | 'activate' | 'invitation'; readonly hash: string }) {
  return (
    <LinkGate kind={kind} hash={hash}>
      {(link) =>
        kind === 'invitation' ? <InvitationPage hash={hash} link={link} /> : <NewPasswordPage kind={kind} hash={hash} link={link} />
      }
    </LinkGate>
  )
}
