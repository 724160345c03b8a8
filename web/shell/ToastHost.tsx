import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { closeToast, currentToasts, onToasts } from '#web/base/toast.ts'
import { ToastList } from '#web/ui/ToastList.tsx'

/** Returns the toasts of the application. */
export function ToastHost() {
  const { t } = useTranslation()
  return <ToastList toasts={useSyncExternalStore(onToasts, currentToasts)} closeLabel={t('state.close')} onClose={closeToast} />
}
