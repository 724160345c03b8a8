import { Link } from '@tanstack/react-router'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useViewer } from '#web/api/viewer.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { ConnectionDot } from './ConnectionDot.tsx'
import classes from './Header.module.css'
import { LanguageMenu } from './LanguageMenu.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import { lazyExtra } from '#web/base/lazyPart.tsx'
import { useSession } from '#web/base/session.ts'
import { withTexts } from '#web/texts/language.ts'

/** Loaded after the page: what waits is sent in the background. */
const Outbox = lazyExtra(() => withTexts('outbox', import('./outbox/Outbox.tsx')))

/** Loaded after the page: nobody waits for it. */
const Bell = lazyExtra(() => withTexts('bell', import('./bell/Bell.tsx')))

type HeaderProps = {
  readonly onMenu: () => void
  readonly isMenuOpen: boolean
  /** The page is there, and what comes later may load. */
  readonly isSettled: boolean
}

/** Returns the bar over every page: menu toggle, logo, breadcrumbs, connection, language, and the profile or, once the session is over, the way to sign in. */
export function Header({ onMenu, isMenuOpen, isSettled }: HeaderProps) {
  const { t } = useCommonTexts()
  const session = useSession()
  const viewer = useViewer()
  const [room, setRoom] = useState<HTMLElement | null>(null)
  const isEnded = useSyncExternalStore(session.end.subscribe, session.end.isEnded)
  return (
    <header className={classes['header']} data-print="no">
      <button type="button" className={classes['toggle']} aria-label={t('shell.menu')} aria-expanded={isMenuOpen} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <Link to="/boxes" className={classes['logo']} aria-label={t('shell.home')}>
        <img src="/logo.svg" alt="" width="28" height="28" />
        <span>Trueline</span>
      </Link>
      <Breadcrumbs />
      <div ref={setRoom} className={classes['space']} />
      {isSettled && viewer.company !== null && (
        <Suspense fallback={null}>
          <Outbox />
        </Suspense>
      )}
      {isSettled && viewer.company !== null && (
        <Suspense fallback={null}>
          <Bell urgentPlace={room} />
        </Suspense>
      )}
      {viewer.company !== null && <ConnectionDot />}
      <LanguageMenu />
      {isEnded ? (
        <ActionButton isMain onClick={() => void session.signIn()}>
          {t('session.signIn')}
        </ActionButton>
      ) : (
        <ProfileMenu isSettled={isSettled} />
      )}
    </header>
  )
}
