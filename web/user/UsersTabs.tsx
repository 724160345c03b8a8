import { Link } from '@tanstack/react-router'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { People } from './people.ts'
import { countOf } from './users.view.ts'
import { type Tab, TABS, type UsersSearch } from './usersSearch.ts'
import classes from './UsersTabs.module.css'

type UsersTabsProps = { readonly people: People; readonly search: UsersSearch; readonly hasAudit: boolean }

/** Returns the parts of the page as links with how much each holds, and the way to who changed what. */
export function UsersTabs({ people, search, hasAudit }: UsersTabsProps) {
  const { t } = useTexts('user')
  const format = useFormat()
  const counts: Record<Tab, number> = {
    employees: countOf(people.roleCounts),
    invitations: people.invitations.length,
    requests: people.roleRequests.length,
    teams: people.teams.length,
  }
  return (
    <nav data-print="no" className={classes['tabs']} aria-label={t('page.users')}>
      {TABS.map((tab) => (
        <Link
          key={tab}
          to="/users"
          search={{ ...search, tab, user: '' }}
          className={classes['tab']}
          aria-current={tab === search.tab ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t(`tab.${tab}`)}{' '}
          <span className={classes['count']} data-waiting={(tab === 'requests' && counts[tab] > 0) || undefined}>
            {format.number(counts[tab])}
          </span>
        </Link>
      ))}
      {hasAudit && (
        <Link to="/audit" className={classes['audit']}>
          <Icon name="history" size={16} /> {t('page.audit')}
        </Link>
      )}
    </nav>
  )
}
