import { Link } from '@tanstack/react-router'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './JobOrdersPage.module.css'
import type { OrdersSearch } from './jobOrdersSearch.ts'

const VIEWS = ['table', 'board', 'items', 'stock', 'changeovers'] as const satisfies readonly OrdersSearch['view'][]

/** Returns the links between orders, products and stock. */
export function ViewLinks({ view }: { readonly view: OrdersSearch['view'] }) {
  const { t } = useTexts('jobOrder')
  return (
    <nav className={classes['views']} aria-label={t('view.title')}>
      {VIEWS.map((one) => (
        <Link
          key={one}
          to="/job-orders"
          search={one === 'table' ? {} : { view: one }}
          className={classes['view']}
          aria-current={one === view ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t(`view.${one}`)}
        </Link>
      ))}
    </nav>
  )
}
