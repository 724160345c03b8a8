import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '#web/ui/Icon.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { ConnectionDot } from './ConnectionDot.tsx'
import classes from './Header.module.css'
import { LanguageMenu } from './LanguageMenu.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'

type HeaderProps = { readonly onMenu: () => void; readonly isMenuOpen: boolean }

/** Returns the bar over every page: menu toggle, logo, breadcrumbs, connection, language and profile. */
export function Header({ onMenu, isMenuOpen }: HeaderProps) {
  const { t } = useTranslation()
  return (
    <header className={classes['header']}>
      <button type="button" className={classes['toggle']} aria-label={t('shell.menu')} aria-expanded={isMenuOpen} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <Link to="/boxes" className={classes['logo']} aria-label={t('shell.home')}>
        <img src="/logo.svg" alt="" width="28" height="28" />
        <span>Trueline</span>
      </Link>
      <Breadcrumbs />
      <span className={classes['space']} />
      <ConnectionDot />
      <LanguageMenu />
      <ProfileMenu />
    </header>
  )
}
