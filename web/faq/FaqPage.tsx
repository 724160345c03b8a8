import { Link } from '@tanstack/react-router'
import { entryOfRefusal } from '#engine/faq/refusalEntries.ts'
import { useViewer } from '#web/api/viewer.ts'
import { FaqEntries } from '#web/parts/faq/FaqEntries.tsx'
import { FaqSearch } from '#web/parts/faq/FaqSearch.tsx'
import { useFaq } from '#web/parts/faq/useFaq.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { localeOf } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { groupedFaq } from './faq.view.ts'
import { FAQ_SEARCH } from './faqSearch.ts'
import classes from './FaqPage.module.css'

/** Returns the FAQ (domain.md HP-4): a search without the server, the entry that a link or a refusal names, and all entries by page. */
export function FaqPage() {
  const { t, i18n } = useTexts('faq')
  const { readable } = useViewer()
  const { search, change } = useListSearch(FAQ_SEARCH)
  const { index, isFailed, retry } = useFaq(localeOf(i18n))
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
                <FaqEntries entries={[meant]} openId={meant.id} />
              </section>
            )}
            {groupedFaq(index, { readable }).map(({ page, entries }) => (
              <section key={page} className={classes['group']} aria-label={page === null ? t('general') : t(`page.${page}`)}>
                <h2>{page === null ? t('general') : t(`page.${page}`)}</h2>
                <FaqEntries entries={entries} />
              </section>
            ))}
          </FaqSearch>
        </div>
      )}
      <p className={classes['more']}>
        {t('notThere')} <Link to="/support">{t('support')}</Link>
      </p>
    </>
  )
}
