import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { lostCompany } from './lostCompany.ts'

/** Informs a person who was removed from the open page's company: the pages now show another company, or none. */
export function useLostCompany(): void {
  const { t } = useTranslation()
  const viewer = useViewer()
  useEffect(() => {
    const name = lostCompany(sessionStorage, viewer)
    if (name !== null) showToast(t('session.left', { name }))
  }, [viewer, t])
}
