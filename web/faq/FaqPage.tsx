import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { mayEditCompany } from '#engine/company/mayEditCompany.ts'
import { entryOfRefusal } from '#engine/faq/refusalEntries.ts'
import { useViewer } from '#web/api/viewer.ts'
import { FaqEntries } from '#web/parts/faq/FaqEntries.tsx'
import { FaqSearch } from '#web/parts/faq/FaqSearch.tsx'
import { useFaq } from '#web/parts/faq/useFaq.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { localeOf } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { groupedFaq } from './faq.view.ts'
import { FAQ_SEARCH } from './faqSearch.ts'
import { useRatings } from './useRatings.tsx'
import classes from './FaqPage.module.css'
import type { OwnEntryFormProps } from './OwnEntryForm.tsx'

const OwnEntryForm = lazyPart<OwnEntryFormProps>(() => import('./OwnEntryForm.tsx').then((module) => ({ default: module.OwnEntryForm })))

/** Returns the FAQ (domain.md HP-4): a search without the server, the entry that a link or a refusal names, and all entries by page. */
export function FaqPage() {
  const { t, i18n } = useTexts('faq')
  const viewer = useViewer()
  const { readable } = viewer
  const { search, change } = useListSearch(FAQ_SEARCH)
  const { index, own, isFailed, retry, askOwn } = useFaq(localeOf(i18n))
  const ratings = useRatings()
  const [edited, setEdited] = useState<string | null>(null)
  const mayWrite = mayEditCompany(viewer)
  const ownIds = new Set(own.map(({ id }) => id))
  const written = index?.entries.map(({ entry }) => entry).filter(({ id }) => ownIds.has(id)) ?? []
  const isSlow = useDelayed(index === null && !isFailed)
  usePageTitle(t('page.faq'))
  const meantId = search.entry ?? (search.code === undefined ? undefined : (entryOfRefusal(search.code) ?? undefined))
  const meant = index?.entries.find(({ entry }) => entry.id === meantId)?.entry
  return (
    <>
      <PageHeading>{t('page.faq')}</PageHeading>
      {isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={retry} />}
      {isSlow && <p role="status">{t('state.loading')}</p>}
      {index !== null && (
        <div className={classes['answers']}>
          <FaqSearch
            index={index}
            reader={{ readable, screen: null }}
            query={search.q}
            onQuery={(q) => change({ q, entry: undefined, code: undefined })}
          >
            {meant && (
              <section className={classes['group']} aria-label={t('meant')}>
                <h2>{t('meant')}</h2>
                <FaqEntries entries={[meant]} openId={meant.id} actions={ratings} />
              </section>
            )}
            {(written.length > 0 || mayWrite) && (
              <section className={classes['group']} aria-labelledby="own-answers">
                <h2 id="own-answers">{t('own.title')}</h2>
                {mayWrite && <p className={classes['hint']}>{t('own.help')}</p>}
                <FaqEntries
                  entries={written}
                  actions={(id) => (
                    <>
                      {ratings(id)}
                      {mayWrite && <ActionButton onClick={() => setEdited(id)}>{t('own.edit')}</ActionButton>}
                    </>
                  )}
                />
                {mayWrite && <ActionButton onClick={() => setEdited('new')}>{t('own.add')}</ActionButton>}
              </section>
            )}
            {groupedFaq(index, { readable }, ownIds).map(({ page, entries }) => (
              <section key={page} className={classes['group']} aria-label={page === null ? t('general') : t(`page.${page}`)}>
                <h2>{page === null ? t('general') : t(`page.${page}`)}</h2>
                <FaqEntries entries={entries} actions={ratings} />
              </section>
            ))}
          </FaqSearch>
        </div>
      )}
      <Suspense fallback={null}>
        {edited !== null && mayWrite && (
          <OwnEntryForm key={edited} entry={own.find(({ id }) => id === edited) ?? null} onClose={() => setEdited(null)} onSaved={askOwn} />
        )}
      </Suspense>
      <p className={classes['more']}>
        {t('notThere')}{' '}
        <Link to="/support" search={search.q === '' ? {} : { text: search.q }}>
          {t('support')}
        </Link>
      </p>
    </>
  )
}
