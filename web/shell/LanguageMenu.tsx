import { useCommonTexts } from '#web/texts/useTexts.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LOCALE_NAMES, LOCALES } from '#web/ui/locale.ts'
import classes from './HeaderMenu.module.css'
import { changeLanguage, localeOf } from '#web/texts/language.ts'

/** Returns the language list; the change needs no reload. */
export function LanguageMenu() {
  const { t, i18n } = useCommonTexts()
  const current = localeOf(i18n)
  return (
    <Dropdown
      kind="menu"
      side="end"
      label={`${t('shell.language')}: ${LOCALE_NAMES[current]}, ${current.toUpperCase()}`}
      triggerClass={classes['button']}
      trigger={
        <>
          <Icon name="globe" /> {current.toUpperCase()}
        </>
      }
    >
      {LOCALES.map((locale) => (
        <DropdownItem key={locale} language={locale} isChecked={locale === current} onClick={() => void changeLanguage(i18n, locale)}>
          {LOCALE_NAMES[locale]}
          {locale === current && <Icon name="check" size={16} />}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}
