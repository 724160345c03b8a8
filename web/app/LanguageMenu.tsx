import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '#web/ui/Icon.tsx'
import { LOCALE_NAMES, LOCALES } from '#web/ui/locale.ts'
import classes from './HeaderMenu.module.css'
import { changeLanguage, localeOf } from './i18n/language.ts'

/** Returns the language list; the change needs no reload. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation()
  const current = localeOf(i18n)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes['button']} aria-label={`${t('shell.language')}: ${LOCALE_NAMES[current]}`}>
          <Icon name="globe" /> <span aria-hidden>{current.toUpperCase()}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {LOCALES.map((locale) => (
          <Menu.Item
            key={locale}
            lang={locale}
            role="menuitemradio"
            aria-checked={locale === current}
            rightSection={locale === current ? <Icon name="check" size={16} /> : null}
            onClick={() => void changeLanguage(i18n, locale)}
          >
            {LOCALE_NAMES[locale]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
