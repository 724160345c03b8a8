import { useEffect, useRef, useState } from 'react'
import type { FaqIndex } from '#engine/faq/faqSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { ExchangeView } from './ExchangeView.tsx'
import { NextPeriods } from './NextPeriods.tsx'
import { useAsking } from './useAsking.ts'
import type { Exchange } from './useTalk.ts'

export type AskHereProps = {
  readonly question: string
  /** The device of the page that is open, null on others. */
  readonly hereId: string | null
  readonly index: FaqIndex | null
  /** A link of the answer was followed. */
  readonly onLeave: () => void
}

/** Returns the assistant's answer to a question, in its place beside the open page (U-112); the page of the assistant goes on from it. */
export default function AskHere({ question, hereId, index, onLeave }: AskHereProps) {
  const { t } = useTexts('assistant')
  const { isAsking, ask } = useAsking(hereId)
  const isSlow = useDelayed(isAsking)
  const [shown, setShown] = useState<Exchange | null>(null)
  const begun = useRef<string | null>(null)
  const askNow = async (asked: string) => {
    const exchange = await ask(asked)
    if (exchange !== null) setShown(exchange)
  }
  useEffect(() => {
    if (begun.current === question) return
    begun.current = question
    void askNow(question)
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each question
  }, [question])
  const choose = (asked: string) => void askNow(asked)
  return (
    <section aria-live="polite" aria-label={t('talk')}>
      {isSlow && <p>{t('state.loading')}</p>}
      {shown !== null && (
        <>
          <ExchangeView exchange={shown} index={index} onChoose={choose} onLeave={onLeave} />
          <NextPeriods last={shown} onChoose={choose} />
        </>
      )}
    </section>
  )
}
