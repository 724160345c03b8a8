import type { Under } from '#web/texts/translate.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { DEFAULT_PAGE } from '#engine/access/routeGuards.ts'
import { showToast } from '#web/base/toast.ts'

/** Returns the way to the default page from a path that nothing stands at. */
export function UnknownPath() {
  // The frame has said so: the router comes here again while it leaves.
  return <LeavePath to={DEFAULT_PAGE} refused={null} isUnknown={false} />
}

type LeavePathProps = {
  readonly to: string
  readonly refused: Under<'page'> | null
  /** Whether nothing stands at the path. */
  readonly isUnknown: boolean
}

/** Returns the redirect of a guard, with a toast that names the page when an ability is missing, or says that there is none (spec 000 §2, U-40). */
export function LeavePath({ to, refused, isUnknown }: LeavePathProps) {
  const { t } = useCommonTexts()
  const navigate = useNavigate()
  const isTold = useRef(false)
  const nothing = isUnknown ? t('state.noSuchPage') : null
  const message = refused === null ? nothing : t('state.noAccess', { page: t(`page.${refused}`) })
  useEffect(() => {
    if (message === null || isTold.current) return
    isTold.current = true
    showToast(message)
  }, [message])
  // Once: the router's own element would ask again at each rendering of the way there.
  useEffect(() => void navigate({ to, replace: true }), [navigate, to])
  return null
}
