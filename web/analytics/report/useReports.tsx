import { Suspense, useCallback, useState, type ReactNode } from 'react'
import type { SavedView } from '#web/base/savedViews.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { SubscribeTo } from '#web/parts/subscription/laterDialog.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import type { ReportedView } from './reportView.view.ts'

const ReportView = lazyPart(() => import('./ReportView.tsx'))

/** Returns how a view of analytics becomes a report: at once, or regularly by e-mail; the buttons of a saved view, and the dialogs. */
export function useReports(clock: { readonly today: string; readonly zone: string }) {
  const { t } = useTexts('analytics')
  const [view, setView] = useState<ReportedView | null>(null)
  const [subscribed, setSubscribed] = useState<string | null>(null)
  // They stay once they were opened, so that they close as any other.
  const [was, setWas] = useState({ view: false, subscribed: false })
  if (view !== null && !was.view) setWas({ ...was, view: true })
  if (subscribed !== null && !was.subscribed) setWas({ ...was, subscribed: true })
  const actions = useCallback(
    ({ id, name, search }: SavedView, close: () => void): ReactNode => (
      <>
        <button
          type="button"
          aria-label={t('report.of', { name })}
          onClick={() => {
            close()
            setView({ search, name })
          }}
        >
          {t('report.open')}
        </button>
        <button
          type="button"
          aria-label={t('report.subscribeOf', { name })}
          onClick={() => {
            close()
            setSubscribed(id)
          }}
        >
          {t('report.subscribe')}
        </button>
      </>
    ),
    [t],
  )
  const dialogs = (
    <Suspense fallback={null}>
      {was.view && <ReportView {...clock} view={view} onClose={() => setView(null)} />}
      {was.subscribed && (
        <SubscribeTo begins={subscribed === null ? null : { type: 'VIEW', view: subscribed }} onClose={() => setSubscribed(null)} />
      )}
    </Suspense>
  )
  return { report: setView, actions, dialogs }
}
