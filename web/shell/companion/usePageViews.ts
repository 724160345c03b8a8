import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { readClientSettings } from '#web/base/clientSettings.ts'
import { localeOf } from '#web/texts/language.ts'
import { createPageViews } from './pageViews.ts'

const VISITOR_KEY = 'trueline.visitor'

/** Reports the view of each page that is gone to, if an analytics id is set. */
export function usePageViews(): void {
  const router = useRouter()
  const { i18n } = useCommonTexts()
  useEffect(() => {
    const report = createPageViews({
      analyticsId: readClientSettings().analyticsId,
      visitorId,
      language: () => localeOf(i18n),
      origin: location.origin,
      send: (url) => void navigator.sendBeacon(url),
    })
    if (report === null) return undefined
    const reportCurrent = () => report(String(router.state.matches.at(-1)?.fullPath ?? '/'))
    reportCurrent()
    return router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) reportCurrent()
    })
  }, [router, i18n])
}

function visitorId(): string {
  const known = localStorage.getItem(VISITOR_KEY)
  if (known !== null) return known
  const made = crypto.randomUUID()
  localStorage.setItem(VISITOR_KEY, made)
  return made
}
