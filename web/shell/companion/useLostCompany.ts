import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { lostCompany } from './lostCompany.ts'

/** Tells whoever was removed from the company of the open page: what is shown from then on is of another one, or nothing. */
export function useLostCompany(): void {
  const { t } = useTranslation()
  const viewer = useViewer()
  useEffect(() => {
    const name = lostCompany(sessionStorage, viewer)
    if (name !== null) showToast(t('session.left', { name }))
  }, [viewer, t])
}
