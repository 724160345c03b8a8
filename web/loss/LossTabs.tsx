import { Link } from '@tanstack/react-router'
import tabClasses from '#web/parts/list/listTabs.module.css'
import { useTexts } from '#web/texts/useTexts.ts'
import { LOSS_TABS, type LossesSearch, NO_OPEN_LOSS } from './lossesSearch.ts'

/** Returns the tabs of the losses: all, those that wait for a reason, those of quality, and what is no longer valid. */
export function LossTabs({ search }: { readonly search: LossesSearch }) {
  const { t } = useTexts('loss')
  return (
    <nav className={tabClasses['tabs']} aria-label={t('page.losses')}>
      {LOSS_TABS.map((tab) => (
        <Link
          key={tab}
          to="/losses"
          search={{ ...search, tab, page: 1, ...NO_OPEN_LOSS }}
          className={tabClasses['tab']}
          aria-current={tab === search.tab ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t(`tab.${tab}`)}
        </Link>
      ))}
    </nav>
  )
}
