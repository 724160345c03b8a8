import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/api/viewer.ts'
import { wantHeadingFocus } from '#web/ui/PageHeading.tsx'
import { useCurrentPageTitle } from '#web/ui/pageTitle.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { Header } from './Header.tsx'
import { NoAccess } from './UnknownPath.tsx'
import { subjectOf } from './navigation.ts'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'

/** Returns the frame of every page: skip link, header, sidebar, connection banner and the page itself. */
export function Shell() {
  const { t } = useTranslation()
  const viewer = useViewer()
  const { pathname } = useLocation()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const needs = subjectOf(pathname)?.needs ?? null
  useDocumentTitle(viewer.company?.name ?? null)
  useFocusOnHeading()
  useEffect(() => setDrawerOpen(false), [pathname])

  return (
    <>
      <a className={classes['skip']} href="#main">
        {t('shell.skip')}
      </a>
      <Header onMenu={() => setDrawerOpen(true)} isMenuOpen={isDrawerOpen} />
      <Sidebar isDrawerOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
      <main id="main" className={classes['main']} tabIndex={-1}>
        <ConnectionBanner />
        {needs !== null && !viewer.readable.has(needs) ? <NoAccess path={pathname} /> : <Outlet />}
      </main>
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
