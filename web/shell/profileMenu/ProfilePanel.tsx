import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { chooseScheme, COLOR_SCHEMES, useChosenScheme } from '#web/ui/colorScheme.ts'
import { DropdownItem } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LOCALE_NAMES, LOCALES } from '#web/ui/locale.ts'
import { changeLanguage, localeOf } from '#web/texts/language.ts'
import { visibleGroups } from '../navigation.ts'
import { useSession } from '#web/base/session.ts'
import { useIsScreen } from '#web/base/useIsScreen.ts'
import { CompanyCircles } from './CompanyCircles.tsx'
import classes from './ProfilePanel.module.css'

const PAGE_LISTS = ['company', 'profile'] as const

type ProfilePanelProps = { readonly onAddCompany: () => void }

/** Returns the profile menu (spec 000 §2 Page shell): who is signed in, the companies as circles, company and profile pages, languages, colour scheme and the way out. */
export default function ProfilePanel({ onAddCompany }: ProfilePanelProps) {
  const { t, i18n } = useTexts('profileMenu')
  const viewer = useViewer()
  const session = useSession()
  const router = useRouter()
  const isScreen = useIsScreen()
  const colorScheme = useChosenScheme()
  const current = localeOf(i18n)
  return (
    <div ref={useFirstFocus()} className={classes['menu']}>
      <div className={classes['who']}>
        <p>{viewer.fullName}</p>
        <p className={classes['meta']}>{t(`role.${viewer.role}`)}</p>
      </div>
      <p className={classes['label']}>{t('company.title')}</p>
      <CompanyCircles onAdd={onAddCompany} />
      {PAGE_LISTS.map((mode) => {
        const items = visibleGroups(mode, isScreen, viewer).flat()
        if (items.length === 0) return null
        return (
          <div key={mode} role="group" aria-label={t(`pages.${mode}`)}>
            <p className={classes['label']}>{t(`pages.${mode}`)}</p>
            {items.map((item) => (
              <DropdownItem key={item.path} onClick={() => void router.navigate({ to: item.path })}>
                <Icon name={item.icon} size={16} /> {t(`page.${item.key}`)}
              </DropdownItem>
            ))}
          </div>
        )
      })}
      <p className={classes['label']}>{t('shell.language')}</p>
      <div className={classes['choices']} role="group" aria-label={t('shell.language')}>
        {LOCALES.map((locale) => (
          <DropdownItem
            key={locale}
            className={classes['choice']}
            language={locale}
            label={`${locale.toUpperCase()}, ${LOCALE_NAMES[locale]}`}
            isChecked={locale === current}
            keepsOpen
            onClick={() => void changeLanguage(i18n, locale)}
          >
            {locale.toUpperCase()}
          </DropdownItem>
        ))}
      </div>
      <p className={classes['label']}>{t('theme.title')}</p>
      <div className={classes['choices']} role="group" aria-label={t('theme.title')}>
        {COLOR_SCHEMES.map((scheme) => (
          <DropdownItem
            key={scheme}
            className={classes['choice']}
            isChecked={scheme === colorScheme}
            keepsOpen
            onClick={() => chooseScheme(scheme)}
          >
            {t(`theme.${scheme}`)}
          </DropdownItem>
        ))}
      </div>
      <hr className={classes['divider']} />
      <DropdownItem onClick={() => void session.signOut()}>
        <Icon name="logout" size={16} /> {t('logout')}
      </DropdownItem>
    </div>
  )
}

/** Returns the ref for content that appears after its menu opened: it gets the focus on its first entry. */
function useFirstFocus() {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = host.current?.querySelector<HTMLElement>('[role^="menuitem"]')
    if (!host.current?.contains(document.activeElement)) first?.focus()
  }, [])
  return host
}
