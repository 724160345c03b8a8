import { useEffect } from 'react'
import { localeOf, showChosenLanguage, showLanguage } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { isLocale, LOCALE_NAMES, LOCALES } from '#web/ui/locale.ts'
import classes from './OperatorFrame.module.css'

const KEY = 'trueline.operator.language'

/** Returns the list of languages by their codes. It changes what this screen speaks, until somebody leaves operator mode; not the language of the account. */
export function LanguageList() {
  const { t, i18n } = useTexts('operator')
  const current = localeOf(i18n)
  useEffect(() => {
    const chosen = localStorage.getItem(KEY) ?? ''
    if (isLocale(chosen)) void showLanguage(i18n, chosen)
    return () => void showChosenLanguage(i18n)
  }, [i18n])
  return (
    <Dropdown
      kind="menu"
      side="end"
      label={`${t('language')}: ${LOCALE_NAMES[current]}, ${current.toUpperCase()}`}
      triggerClass={classes['control']}
      trigger={<b>{current.toUpperCase()}</b>}
    >
      {LOCALES.map((locale) => (
        <DropdownItem
          key={locale}
          language={locale}
          isChecked={locale === current}
          onClick={() => {
            localStorage.setItem(KEY, locale)
            void showLanguage(i18n, locale)
          }}
        >
          <b>{locale.toUpperCase()}</b> {LOCALE_NAMES[locale]}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}
