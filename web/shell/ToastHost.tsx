import { lazy, Suspense, useSyncExternalStore } from 'react'
import { isToastShown, onFirstToast } from '#web/base/toast.ts'

const Toaster = lazy(() => import('./Toaster.tsx'))

/** Returns the toasts, and nothing before the first one. */
export function ToastHost() {
  const isShown = useSyncExternalStore(onFirstToast, isToastShown)
  return isShown ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
