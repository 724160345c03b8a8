import { useEffect, type ReactNode } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import { LOCALE_NAMES, LOCALES, type Locale } from '#web/ui/locale.ts'
import classes from './IdentityFrame.module.css'
import { legalLinks } from './legalLinks.ts'
import { useIdentityTexts } from './texts.ts'

type IdentityFrameProps = {
  readonly locale: Locale
  readonly onLocale: (value: string) => void
  /** For pages that are read. */
  readonly isWide: boolean
  readonly children: ReactNode
}

/** Returns the card in the middle of the page, with the language and the two policies below it. */
export function IdentityFrame({ locale, onLocale, isWide, children }: IdentityFrameProps) {
  const texts = useIdentityTexts()
  const links = legalLinks()
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  return (
    <div className={classes['page']}>
      <main className={classes['card']} data-wide={isWide || undefined}>
        <div className={classes['brand']}>
          <img src="/logo.svg" alt="" width="32" height="32" />
          Trueline
        </div>
        {children}
      </main>
      <footer className={classes['footer']}>
        <label className={classes['language']}>
          <Icon name="globe" />
          <span className="hidden-text">{texts.language}</span>
          <select value={locale} onChange={(event) => onLocale(event.currentTarget.value)}>
            {LOCALES.map((one) => (
              <option key={one} value={one} lang={one}>
                {LOCALE_NAMES[one]}
              </option>
            ))}
          </select>
        </label>
        <a href={links.terms}>{texts.termsTitle}</a>
        <a href={links.privacy}>{texts.privacyTitle}</a>
      </footer>
    </div>
  )
}
