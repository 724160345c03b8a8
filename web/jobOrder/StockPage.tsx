import { useNavigate } from '@tanstack/react-router'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { StockView } from '#web/parts/stock/StockView.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { ORDERS_SEARCH } from './jobOrdersSearch.ts'
import { ViewLinks } from './ViewLinks.tsx'

/** Returns the page with what is left of material, where it is, and what can be done with it. */
export function StockPage() {
  const { t } = useTexts('stock')
  const navigate = useNavigate()
  const url = useListSearch(ORDERS_SEARCH)
  usePageTitle(t('title'))
  return (
    <>
      <PageHeading>{t('title')}</PageHeading>
      <ViewLinks view="stock" />
      <StockView url={url} onOrder={(id) => void navigate({ to: '/job-orders', search: { id: [id] } })} />
    </>
  )
}
