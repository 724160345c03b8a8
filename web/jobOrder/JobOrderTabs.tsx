import { Link } from '@tanstack/react-router'
import type { JobOrderCountsQuery } from '#web/api/generated/graphql.ts'
import tabClasses from '#web/parts/list/listTabs.module.css'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { countOf } from './jobOrders.view.ts'
import { NO_OPEN_ORDER, ORDER_TABS, type OrdersSearch } from './jobOrdersSearch.ts'
import classes from './JobOrdersPage.module.css'

type Counts = NonNullable<JobOrderCountsQuery['jobOrdersPages']['counts']>

/** Returns the tabs of the job orders, each with how many orders it shows. */
export function JobOrderTabs({ search, counts }: { readonly search: OrdersSearch; readonly counts: Counts | undefined }) {
  const { t } = useTexts('jobOrder')
  const format = useFormat()
  const told = (tab: (typeof ORDER_TABS)[number], known: Counts) => {
    const { count, isExact } = countOf(tab, known)
    return isExact ? format.number(count) : `${format.number(count)}+`
  }
  return (
    <nav className={tabClasses['tabs']} aria-label={t('page.job-orders')}>
      {ORDER_TABS.map((tab) => (
        <Link
          key={tab}
          to="/job-orders"
          search={{ ...search, tab, page: 1, ...NO_OPEN_ORDER }}
          className={tabClasses['tab']}
          aria-current={tab === search.tab ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t(`tab.${tab}`)}
          {counts !== undefined && <span className={classes['count']}>{told(tab, counts)}</span>}
        </Link>
      ))}
    </nav>
  )
}
