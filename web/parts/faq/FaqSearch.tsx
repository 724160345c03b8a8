import type { ReactNode } from 'react'
import { type FaqIndex, type FaqReader, searchFaq } from '#engine/faq/faqSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import classes from './faq.module.css'
import { FaqEntries } from './FaqEntries.tsx'

/** More than a person reads of what was found. */
const MOST_FOUND = 8

type FaqSearchProps = {
  readonly index: FaqIndex
  readonly reader: FaqReader
  readonly query: string
  readonly onQuery: (query: string) => void
  /** What may be asked of somebody else with the same words, and its answer in the place of what is found, once it was asked. */
  readonly ask?: { readonly label: string; readonly run: () => void; readonly answer: ReactNode }
  /** What is shown while nothing is looked for. */
  readonly children: ReactNode
}

/** Returns the search over the entries of the FAQ, done in the browser, with what is found, the likeliest first. */
export function FaqSearch({ index, reader, query, onQuery, ask, children }: FaqSearchProps) {
  const { t } = useTexts('faq')
  const asked = query.trim()
  const found = asked === '' ? [] : searchFaq(index, asked, reader).slice(0, MOST_FOUND)
  const isAnswered = ask?.answer != null
  const field = <SearchField label={t('search')} value={query} onChange={onQuery} />
  return (
    <>
      {ask === undefined ? (
        field
      ) : (
        <form
          className={classes['asking']}
          onSubmit={(event) => {
            event.preventDefault()
            if (asked !== '') ask.run()
          }}
        >
          {field}
          <ActionButton isSubmit isDisabled={asked === ''}>
            {ask.label}
          </ActionButton>
        </form>
      )}
      {ask?.answer}
      <p role="status" className="hidden-text">
        {asked === '' ? '' : t('found', { count: found.length })}
      </p>
      {asked === '' && children}
      {asked !== '' && !isAnswered && found.length === 0 && <EmptyState title={t('nothing')} text={t('nothingHelp')} />}
      {!isAnswered && found.length > 0 && <FaqEntries key={asked} entries={found} openId={found[0]?.id} />}
    </>
  )
}
