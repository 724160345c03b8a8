import { useCallback, useEffect, useState } from 'react'
import type { FaqIndex } from '#engine/faq/faqSearch.ts'
import { logFailure } from '#web/ui/log.ts'
import type { Locale } from '#web/ui/locale.ts'
import { loadFaq } from './loadFaq.ts'

/** The entries in the language once they are there. */
export type LoadedFaq = { readonly index: FaqIndex | null; readonly isFailed: boolean; readonly retry: () => void }

/** Returns the entries of the FAQ in the language, null until they are loaded. */
export function useFaq(locale: Locale): LoadedFaq {
  const [state, setState] = useState<{ readonly locale: Locale; readonly index: FaqIndex | null; readonly isFailed: boolean } | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isWanted = true
    loadFaq(locale).then(
      (index) => isWanted && setState({ locale, index, isFailed: false }),
      (error: unknown) => {
        logFailure('The entries of the FAQ could not be loaded', error)
        if (isWanted) setState({ locale, index: null, isFailed: true })
      },
    )
    return () => void (isWanted = false)
  }, [locale, attempt])
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  const own = state?.locale === locale ? state : null
  return { index: own?.index ?? null, isFailed: own?.isFailed ?? false, retry }
}
