import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import { chooseLocale, isLocale, LOCALE_NAMES, LOCALES } from '#web/ui/locale.ts'
import { readDetails } from './signInClient.ts'
import { SignInForm } from './SignInForm.tsx'
import classes from './SignInPage.module.css'
import { TEXTS } from './texts.ts'
import type { IdentityTexts } from './texts.ts'

/** The application reads the same choice (web/app/i18n/language.ts). */
const LANGUAGE_KEY = 'trueline.language'

/** Returns the sign-in screen of an interaction; without one, or when it has expired, the way to start again. */
export function SignInPage({ interaction }: { readonly interaction: string | null }) {
  const [locale, setLocale] = useState(() => chooseLocale(localStorage.getItem(LANGUAGE_KEY), navigator.languages))
  const [isExpired, setExpired] = useState(interaction === null)
  const [loginHint, setLoginHint] = useState<string | null>(null)
  const texts = TEXTS[locale]

  useEffect(() => {
    document.documentElement.lang = locale
    document.title = `${isExpired ? texts.expiredTitle : texts.title} – Trueline`
  }, [locale, texts, isExpired])

  useEffect(() => {
    if (interaction === null) return
    let isCurrent = true
    void readDetails(interaction).then((details) => {
      if (!isCurrent || details === null) return
      if (details === 'expired') setExpired(true)
      else setLoginHint(details.loginHint)
    })
    return () => {
      isCurrent = false
    }
  }, [interaction])

  const changeLocale = (value: string) => {
    if (!isLocale(value)) return
    localStorage.setItem(LANGUAGE_KEY, value)
    setLocale(value)
  }

  return (
    <div className={classes['page']}>
      <main className={classes['card']}>
        <div className={classes['brand']}>
          <img src="/logo.svg" alt="" width="32" height="32" />
          Trueline
        </div>
        {isExpired || interaction === null ? (
          <Expired texts={texts} />
        ) : (
          <>
            <h1>{texts.title}</h1>
            <p className={classes['intro']}>{texts.intro}</p>
            <SignInForm interaction={interaction} texts={texts} loginHint={loginHint} onExpired={() => setExpired(true)} />
          </>
        )}
      </main>
      <label className={classes['language']}>
        <Icon name="globe" />
        <span className="hidden-text">{texts.language}</span>
        <select value={locale} onChange={(event) => changeLocale(event.currentTarget.value)}>
          {LOCALES.map((one) => (
            <option key={one} value={one} lang={one}>
              {LOCALE_NAMES[one]}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function Expired({ texts }: { readonly texts: IdentityTexts }) {
  return (
    <div role="alert">
      <h1>{texts.expiredTitle}</h1>
      <p className={classes['intro']}>{texts.expiredText}</p>
      <Button component="a" c="var(--accent-text)" href="/" fullWidth size="md">
        {texts.startAgain}
      </Button>
    </div>
  )
}
