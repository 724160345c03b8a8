import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useQuery } from 'urql'
import { OutputPlacesDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { withTexts } from '#web/texts/language.ts'
import type { StockViewProps } from '#web/parts/stock/StockView.tsx'
import tabClasses from '#web/parts/list/listTabs.module.css'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { CheckTab } from './CheckTab.tsx'
import { ConfirmationsTab } from './ConfirmationsTab.tsx'
import { DeviceTab } from './DeviceTab.tsx'
import { NOTHING_OPEN, OUTPUT_SEARCH, OUTPUT_TABS, type OutputSearch } from './outputSearch.ts'

const Stock = lazyPart<StockViewProps>(() =>
  withTexts('stock', import('#web/parts/stock/StockView.tsx')).then(({ StockView }) => ({ default: StockView })),
)

const NO_PLACES: readonly never[] = []

/** Of material another text is searched than of output. */
function searchOfTab({ tab: before, q }: Pick<OutputSearch, 'q' | 'tab'>, tab: OutputSearch['tab']) {
  return { tab, page: 1, cols: null, q: (before === 'stock') === (tab === 'stock') ? q : '' }
}

/** Returns the page of what was made: what devices counted, what people confirmed, and what is left of material. */
export function OutputPage() {
  const { t } = useTexts('output')
  const format = useFormat()
  const viewer = useViewer()
  const navigate = useNavigate()
  const url = useListSearch(OUTPUT_SEARCH)
  const { search } = url
  const [known] = useQuery({ query: OutputPlacesDocument })
  const places = known.data?.workCenters ?? NO_PLACES
  const zone = known.data?.companies.find(({ id }) => id === viewer.company?.id)?.timeZone ?? format.timeZone
  usePageTitle(t('page.output'))
  return (
    <>
      <PageHeading>{t('page.output')}</PageHeading>
      <nav className={tabClasses['tabs']} aria-label={t('page.output')}>
        {OUTPUT_TABS.map((tab) => (
          <Link
            key={tab}
            to="/output"
            search={{ ...search, ...searchOfTab(search, tab), ...NOTHING_OPEN }}
            className={tabClasses['tab']}
            aria-current={tab === search.tab ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {t(`tab.${tab}`)}
          </Link>
        ))}
      </nav>
      {search.tab === 'device' && <DeviceTab url={url} places={places} zone={zone} />}
      {search.tab === 'confirmations' && <ConfirmationsTab url={url} places={places} zone={zone} />}
      {search.tab === 'check' && <CheckTab url={url} places={places} zone={zone} />}
      {search.tab === 'stock' && (
        <Suspense>
          <Stock url={url} onOrder={(id) => void navigate({ to: '/job-orders', search: { id: [id] } })} />
        </Suspense>
      )}
    </>
  )
}
