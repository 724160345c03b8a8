import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/api/viewer.ts'
import { subjectOf } from './navigation.ts'
import { DEFAULT_PAGE } from './signInTarget.ts'
import { showToast } from './toast.ts'

/** Returns the way back to the default page; a path that the viewer may not read says so. */
export function UnknownPath() {
  const { pathname } = useLocation()
  return <NoAccess path={pathname} />
}

/** Returns the redirect for a path, with a toast when an ability is missing (spec 000 §2, ux.md §7). */
export function NoAccess({ path }: { readonly path: string }) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const navigate = useNavigate()
  const isTold = useRef(false)
  const item = subjectOf(path)
  const isRefused = item?.needs != null && !viewer.readable.has(item.needs)
  const message = item === null ? '' : t('state.noAccess', { page: t(`page.${item.key}`) })
  useEffect(() => {
    if (!isRefused || isTold.current) return
    isTold.current = true
    void showToast(message)
  }, [isRefused, message])
  // Once: the router's own element would ask again at each rendering of the way there.
  useEffect(() => void navigate({ to: DEFAULT_PAGE, replace: true }), [navigate])
  return null
}
