import { useCallback, useEffect, useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { faqIndex, type FaqIndex } from '#engine/faq/faqSearch.ts'
import { OwnFaqDocument, type OwnFaqEntryFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { logFailure } from '#web/ui/log.ts'
import type { Locale } from '#web/ui/locale.ts'
import { loadFaq } from './loadFaq.ts'

/** The entries in the language once they are there. */
export type LoadedFaq = {
  /** Those of the company and of the product. */
  readonly index: FaqIndex | null
  /** Those that the company wrote; without a connection as they were read last. */
  readonly own: readonly OwnFaqEntryFragment[]
  readonly isFailed: boolean
  readonly retry: () => void
  /** Reads the company's anew. */
  readonly askOwn: () => void
}

const NONE: readonly OwnFaqEntryFragment[] = []
const OF_OWN = { additionalTypenames: ['FaqEntry'] }

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
  const { company } = useViewer()
  const [asked, ask] = useQuery({ query: OwnFaqDocument, context: OF_OWN, pause: company == null })
  const own = asked.data?.faqEntries ?? NONE
  const read = state?.locale === locale ? state : null
  const ofProduct = read?.index ?? null
  const index = useMemo(() => {
    if (ofProduct === null || own.length === 0) return ofProduct
    const written = own.map(({ id, question, words, screen, text }) => ({ id, question, words, screen, ability: null, text }))
    return faqIndex([...written, ...ofProduct.entries.map(({ entry }) => entry)])
  }, [ofProduct, own])
  const askOwn = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask])
  return { index, own, isFailed: read?.isFailed ?? false, retry, askOwn }
}
