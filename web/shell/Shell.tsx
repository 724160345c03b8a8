import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { DEFAULT_PAGE, guardOf, verdictOf } from '#engine/access/routeGuards.ts'
import { isInDemo, useViewer } from '#web/api/viewer.ts'
import { wantHeadingFocus } from '#web/ui/PageHeading.tsx'
import { useCurrentPageTitle } from '#web/ui/pageTitle.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { DemoBar } from './DemoBar.tsx'
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
import { useSettling } from './useSettling.ts'
import { SettledContext } from '#web/base/settled.ts'

const NoCompany = lazyPart(() => withTexts('firstStart', import('#web/base/firstStart/NoCompany.tsx')))
const Companion = lazyPart(() => withTexts('companion', import('./companion/Companion.tsx')))

/** Returns the frame of every page: skip link, header, sidebar, banners and the page itself, if the viewer may open it. */
export function Shell() {
  const { t } = useCommonTexts()
  const viewer = useViewer()
  const { pathname } = useLocation()
  const isScreen = useIsScreen()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const verdict = verdictOf(pathname, { ...viewer, isScreen: isScreen(pathname) })
  const isSettled = useSettling(viewer.company !== null && !viewer.isProofDue)
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
      <Header onMenu={() => setDrawerOpen(true)} isMenuOpen={isDrawerOpen} isSettled={isSettled} />
      <Sidebar isDrawerOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} isSettled={isSettled} />
      <main id="main" className={classes['main']} tabIndex={-1}>
        <PrintHead />
        <ConnectionBanner />
        {isInDemo(viewer) && <DemoBar />}
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
            <SettledContext value={isSettled}>
              <Outlet />
            </SettledContext>
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
