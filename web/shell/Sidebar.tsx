import { Link, useLocation } from '@tanstack/react-router'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { isProviderRole } from '#engine/access/abilities.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { type NavigationItem, sidebarModeOf, visibleGroups } from './navigation.ts'
import classes from './Sidebar.module.css'
import { useIsScreen } from '#web/base/useIsScreen.ts'
import type { BadgePath, SidebarBadgeProps } from './SidebarBadge.tsx'

const HOVER_DELAY_MS = 150
/** Loaded after the page. */
const SidebarBadge = lazyPart<SidebarBadgeProps>(() => import('./SidebarBadge.tsx'))
/** Where the badges lead: to the rows that they count. */
const waitingOf = (role: string): Record<BadgePath, { readonly search: Readonly<Record<string, string>> }> => ({
  '/losses': { search: { tab: 'unexplained', range: 'unclosed' } },
  '/shifts': { search: { tab: 'unclosed', range: 'last31' } },
  '/support': { search: isProviderRole(role) ? { tab: 'inbox' } : {} },
})
const BADGED: readonly BadgePath[] = ['/losses', '/shifts', '/support']
const PIN_KEY = 'trueline.sidebarPinned'

type SidebarProps = {
  readonly isDrawerOpen: boolean
  readonly onClose: () => void
  /** The page is there, and what comes later may load. */
  readonly isSettled: boolean
}

/** Returns the sidebar of the current route: a rail that opens over the page on hover, focus or pin, and a drawer on narrow screens. */
export function Sidebar({ isDrawerOpen, onClose, isSettled }: SidebarProps) {
  const { t } = useCommonTexts()
  return (
    <>
      <Rail isSettled={isSettled} />
      <SidePanel isOpen={isDrawerOpen} onClose={onClose} side="left" title={t('shell.menu')} closeLabel={t('state.close')}>
        <nav className={classes['drawer']} aria-label={t('shell.navigation')}>
          <SidebarContent isSettled={isSettled} />
        </nav>
      </SidePanel>
    </>
  )
}

function Rail({ isSettled }: Pick<SidebarProps, 'isSettled'>) {
  const { t } = useCommonTexts()
  const [isPinned, setPinned] = useState(() => localStorage.getItem(PIN_KEY) === 'yes')
  const [isPeeking, setPeeking] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOpen = isPinned || isPeeking
  useEffect(() => () => clearTimeout(timer.current), [])

  const peekSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setPeeking(true), HOVER_DELAY_MS)
  }
  const stopPeeking = () => {
    clearTimeout(timer.current)
    setPeeking(false)
  }
  const pin = (next: boolean) => {
    setPinned(next)
    localStorage.setItem(PIN_KEY, next ? 'yes' : 'no')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    pin(false)
    stopPeeking()
  }
  return (
    <nav
      className={classes['rail']}
      data-print="no"
      aria-label={t('shell.navigation')}
      data-open={isOpen || undefined}
      onMouseEnter={peekSoon}
      onMouseLeave={stopPeeking}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) setPeeking(true)
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) stopPeeking()
      }}
      onKeyDown={onKeyDown}
    >
      <SidebarContent isSettled={isSettled} />
      <button type="button" className={classes['item']} aria-pressed={isPinned} aria-label={t('shell.pin')} onClick={() => pin(!isPinned)}>
        <Icon name="pin" />
        <span className={classes['label']}>{t('shell.pin')}</span>
      </button>
    </nav>
  )
}

function SidebarContent({ isSettled }: Pick<SidebarProps, 'isSettled'>) {
  const { t } = useCommonTexts()
  const viewer = useViewer()
  const isScreen = useIsScreen()
  const { pathname } = useLocation()
  const mode = sidebarModeOf(pathname)
  const groups = visibleGroups(mode, isScreen, viewer)
  return (
    <>
      <div className={classes['who']}>
        <span className={classes['label']}>{viewer.fullName}</span>
        <span className={`${classes['label']} ${classes['role']}`}>{t(`role.${viewer.role}`)}</span>
      </div>
      {mode !== 'main' && (
        <Link to="/boxes" className={classes['item']}>
          <Icon name="back" />
          <span className={classes['label']}>{t('shell.back')}</span>
        </Link>
      )}
      <div className={classes['groups']}>
        {groups.map((items) => (
          <ul key={items[0]?.path}>
            {items.map((item) => (
              <li key={item.path}>
                <Entry item={item} isSettled={isSettled} />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </>
  )
}

function Entry({ item, isSettled }: Pick<SidebarProps, 'isSettled'> & { readonly item: NavigationItem }) {
  const { t } = useCommonTexts()
  const [waiting, setWaiting] = useState(0)
  const path = BADGED.find((one) => one === item.path) ?? null
  const { role } = useViewer()
  return (
    <Link
      to={item.path}
      {...(path !== null && waiting > 0 && waitingOf(role)[path])}
      className={classes['item']}
      activeProps={{ 'data-active': true }}
    >
      <Icon name={item.icon} />
      <span className={classes['label']}>{t(`page.${item.key}`)}</span>
      {isSettled && path !== null && (
        <Suspense fallback={null}>
          <SidebarBadge path={path} onCount={setWaiting} />
        </Suspense>
      )}
    </Link>
  )
}
