import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { guardOf } from '#engine/access/routeGuards.ts'
import { entriesOfScreen } from '#engine/faq/faqSearch.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { AskHereProps } from '#web/parts/assistant/AskHere.tsx'
import { FaqEntries } from '#web/parts/faq/FaqEntries.tsx'
import { FaqSearch } from '#web/parts/faq/FaqSearch.tsx'
import { useFaq } from '#web/parts/faq/useFaq.ts'
import { localeOf, withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import classes from './HelpPanel.module.css'

/** Lines of answers name notifications and changes, as their pages do. */
const AskHere = lazyPart<AskHereProps>(() =>
  withTexts('user', withTexts('notification', withTexts('assistant', import('#web/parts/assistant/AskHere.tsx')))),
)

/** A refusal that a person asks about, and the entry that says what to do. */
export type AskedMeaning = { readonly sentence: string; readonly entry: string }

type HelpPanelProps = {
  readonly isOpen: boolean
  /** Null where somebody asks for help in general. */
  readonly meaning: AskedMeaning | null
  readonly onClose: () => void
  readonly onKeyboard: () => void
}

/** Returns the help beside the open page (U-112): the entry of a refusal that was asked about, the search over the FAQ, the assistant's answer to the same words, the entries of this page, and the ways to ask a person. */
export default function HelpPanel({ isOpen, meaning, onClose, onKeyboard }: HelpPanelProps) {
  const { t, i18n } = useTexts('faq')
  const { readable } = useViewer()
  const screen = useRouterState({ select: ({ location }) => guardOf(location.pathname)?.path ?? null })
  const { index, isFailed, retry } = useFaq(localeOf(i18n))
  const isSlow = useDelayed(index === null && !isFailed)
  const [query, setQuery] = useState('')
  /** What the assistant was asked, until the words change. */
  const [askedWords, setAskedWords] = useState<string | null>(null)
  const look = (words: string) => {
    setQuery(words)
    setAskedWords(null)
  }
  // What was looked for before would stand over the answer.
  useEffect(() => look(''), [meaning])
  const reader = { readable, screen }
  // What a person is asked about: nobody types it again.
  const asked = meaning?.sentence ?? query.trim()
  const { deviceId }: { readonly deviceId?: string } = useParams({ strict: false })
  const here = index === null || screen === null ? [] : entriesOfScreen(index, reader)
  const meant = meaning === null ? undefined : index?.entries.find(({ entry }) => entry.id === meaning.entry)?.entry
  return (
    <SidePanel isOpen={isOpen} side="right" title={t('title')} closeLabel={t('state.close')} onClose={onClose}>
      {isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={retry} />}
      {isSlow && <p role="status">{t('state.loading')}</p>}
      {index !== null && (
        <FaqSearch
          index={index}
          reader={reader}
          query={query}
          onQuery={look}
          ask={{
            label: t('ask'),
            run: () => setAskedWords(query.trim()),
            answer:
              askedWords === null ? null : (
                <Suspense fallback={<p role="status">{t('state.loading')}</p>}>
                  <AskHere question={askedWords} hereId={deviceId ?? null} index={index} onLeave={onClose} />
                </Suspense>
              ),
          }}
        >
          {meaning !== null && meant !== undefined && (
            <section aria-label={t('meant')}>
              <h3 className={classes['heading']}>{t('meant')}</h3>
              <p className={classes['refusal']}>{meaning.sentence}</p>
              <FaqEntries key={meant.id} entries={[meant]} openId={meant.id} />
            </section>
          )}
          {here.length > 0 && (
            <section aria-label={t('here')}>
              <h3 className={classes['heading']}>{t('here')}</h3>
              <FaqEntries entries={here} />
            </section>
          )}
        </FaqSearch>
      )}
      <div className={classes['ways']}>
        <Link to="/bot" onClick={onClose}>
          {t('page.bot')}
        </Link>
        <Link to="/faq" onClick={onClose}>
          {t('all')}
        </Link>
        <Link
          to="/support"
          search={{ ...(asked !== '' && { text: asked }), ...(deviceId !== undefined && { place: deviceId }) }}
          onClick={onClose}
        >
          {t('support')}
        </Link>
        <ActionButton onClick={onKeyboard}>{t('keyboard')}</ActionButton>
      </div>
    </SidePanel>
  )
}
