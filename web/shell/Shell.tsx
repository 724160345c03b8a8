import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { DEFAULT_PAGE, guardOf, verdictOf } from '#engine/access/routeGuards.ts'
import { isInDemo, useViewer } from '#web/api/viewer.ts'
import { wantHeadingFocus } from '#web/ui/PageHeading.tsx'
import { useCurrentPageTitle } from '#web/ui/pageTitle.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { Header } from './Header.tsx'
import { PrintHead } from './PrintHead.tsx'
import { withTexts } from '#web/texts/language.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { LeavePath } from './UnknownPath.tsx'
import { useOutage } from '#web/base/useConnectionStyle.ts'
import { OutageContext } from '#web/ui/outage.ts'
import { useIsScreen } from '#web/base/useIsScreen.ts'
import { useLiveConnection } from './useLiveConnection.ts'
import { whenIdle } from '#web/base/whenIdle.ts'

/** The page is drawn before its extras; a browser that is never idle waits no longer than this. */
const IDLE_LIMIT_MS = 3_000

const NoCompany = lazyPart(() => withTexts('firstStart', import('#web/base/firstStart/NoCompany.tsx')))
const DemoBar = lazyPart(() => withTexts('firstStart', import('#web/base/firstStart/DemoBar.tsx')))
const Companion = lazyPart(() => withTexts('companion', import('./companion/Companion.tsx')))

/** Returns the frame of every page: skip link, header, sidebar, banners and the page itself, if the viewer may open it. */
export function Shell() {
  const { t } = useCommonTexts()
  const viewer = useViewer()
  const { pathname } = useLocation()
  const isScreen = useIsScreen()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const verdict = verdictOf(pathname, { ...viewer, isScreen: isScreen(pathname) })
  const isSettled = useIsSettled()
  const outage = useOutage()
  useLiveConnection()
  useDocumentTitle(viewer.company?.name ?? null)
  useFocusOnHeading()
  useEffect(() => setDrawerOpen(false), [pathname])

  return (
    <>
      <a className={classes['skip']} href="#main" data-print="no">
        {t('shell.skip')}
      </a>
      <Header onMenu={() => setDrawerOpen(true)} isMenuOpen={isDrawerOpen} />
      <Sidebar isDrawerOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
      <main id="main" className={classes['main']} tabIndex={-1}>
        <PrintHead />
        <ConnectionBanner />
        {isInDemo(viewer) && (
          <div data-print="no">
            <Suspense fallback={<div className={classes['demoBar']} />}>
              <DemoBar />
            </Suspense>
          </div>
        )}
        <OutageContext value={outage === null ? null : outage === 'offline' ? t('state.offlineNotLoaded') : t('state.serverAway')}>
          {verdict.kind === 'goTo' ? (
            <LeavePath
              key={pathname}
              to={verdict.path}
              refused={verdict.refused}
              isUnknown={!viewer.isProofDue && guardOf(pathname) === null}
            />
          ) : viewer.company === null && pathname.startsWith(DEFAULT_PAGE) ? (
            <Suspense fallback={null}>
              <NoCompany />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </OutageContext>
      </main>
      {isSettled && (
        <Suspense fallback={null}>
          <Companion />
        </Suspense>
      )}
    </>
  )
}

/** Returns whether the page has loaded and the browser has time: nothing that comes later may slow down the first page. */
function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let forget = () => {}
    const settle = () => {
      forget = whenIdle(() => setSettled(true), IDLE_LIMIT_MS)
    }
    if (document.readyState === 'complete') settle()
    else addEventListener('load', settle, { once: true })
    return () => {
      removeEventListener('load', settle)
      forget()
    }
  }, [])
  return isSettled
}

function useDocumentTitle(companyName: string | null): void {
  const page = useCurrentPageTitle()
  useEffect(() => {
    document.title = [page, companyName ?? 'Trueline'].filter((part) => part !== '').join(' – ')
  }, [page, companyName])
}

/** Gives the focus to the heading of each page that is gone to, so that it is announced. */
function useFocusOnHeading(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation !== undefined) wantHeadingFocus()
      }),
    [router],
  )
}
