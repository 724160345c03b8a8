import type { ReactNode } from 'react'
import { type FaqIndex, type FaqReader, searchFaq } from '#engine/faq/faqSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { FaqEntries } from './FaqEntries.tsx'

/** More than a person reads of what was found. */
const MOST_FOUND = 8

type FaqSearchProps = {
  readonly index: FaqIndex
  readonly reader: FaqReader
  readonly query: string
  readonly onQuery: (query: string) => void
  /** What is shown while nothing is looked for. */
  readonly children: ReactNode
}

/** Returns the search over the entries of the FAQ, done in the browser, with what is found, the likeliest first. */
export function FaqSearch({ index, reader, query, onQuery, children }: FaqSearchProps) {
  const { t } = useTexts('faq')
  const asked = query.trim()
  const found = asked === '' ? [] : searchFaq(index, asked, reader).slice(0, MOST_FOUND)
  return (
    <>
      <SearchField label={t('search')} value={query} onChange={onQuery} />
      <p role="status" className="hidden-text">
        {asked === '' ? '' : t('found', { count: found.length })}
      </p>
      {asked === '' && children}
      {asked !== '' && found.length === 0 && <EmptyState title={t('nothing')} text={t('nothingHelp')} />}
      {found.length > 0 && <FaqEntries key={asked} entries={found} openId={found[0]?.id} />}
    </>
  )
}
