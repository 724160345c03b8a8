import { useCallback, useState, useMemo } from 'react'
import { mayManagePeople, mayReadAudit } from '#engine/user/mayEditPeople.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { EmployeesDocument, PeopleDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { AddEmployeeDialog } from './AddEmployeeDialog.tsx'
import { EmployeePanel } from './EmployeePanel.tsx'
import { EmployeesTab } from './EmployeesTab.tsx'
import { InvitationsTab } from './InvitationsTab.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { RequestsTab } from './RequestsTab.tsx'
import { TeamsTab } from './TeamsTab.tsx'
import type { Employee } from './people.ts'
import { employeesQuery } from './users.view.ts'
import { USERS_SEARCH } from './usersSearch.ts'
import classes from './UsersPage.module.css'
import { UsersTabs } from './UsersTabs.tsx'

const PAGE_SIZE = 50
const INTEREST = { workCenterIds: null, kinds: ['people', 'company'] } as const
const NONE: readonly Employee[] = []

/** Returns the people of the company (spec 000 §2, §3; U-27): employees, invitations, requests for roles and teams; tab, search, filters and the open drawer are in the address. */
export function UsersPage() {
  const { t } = useTexts('user')
  const viewer = useViewer()
  const url = useListSearch(USERS_SEARCH)
  const { search, change } = url
  const isManager = mayManagePeople(viewer)
  const [result, onPeopleChanged] = useFreshQuery(
    PeopleDocument,
    useMemo(() => ({ isManager }), [isManager]),
    INTEREST,
  )
  const [employees, onListChanged] = useFreshQuery(
    EmployeesDocument,
    useMemo(() => ({ ...employeesQuery(search), page: search.page, size: PAGE_SIZE }), [search]),
    INTEREST,
    { pause: search.tab !== 'employees' },
  )
  const onChanged = () => {
    onPeopleChanged()
    onListChanged()
  }
  const [dialog, setDialog] = useState<'add' | 'invite' | null>(null)
  const people = result.data
  const isSlow = useDelayed(result.fetching && people === undefined)
  usePageTitle(t('page.users'))

  const onOpen = useCallback((user: string) => change({ user }, { isStep: true }), [change])
  const part = people && { people, isManager, onChanged }

  return (
    <>
      <div className={classes['head']}>
        <PageHeading>{t('page.users')}</PageHeading>
        {isManager && (
          <div className={classes['actions']}>
            <ActionButton onClick={() => setDialog('add')}>{t('add.open')}</ActionButton>
            <ActionButton isMain onClick={() => setDialog('invite')}>
              {t('invite.open')}
            </ActionButton>
          </div>
        )}
      </div>
      {(result.error ?? employees.error) && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={onChanged} />}
      {isSlow && (
        <p role="status" className={classes['loading']}>
          {t('state.loading')}
        </p>
      )}
      {part && (
        <>
          <UsersTabs people={part.people} search={search} hasAudit={mayReadAudit(viewer)} />
          {search.tab === 'employees' && (
            <EmployeesTab {...part} url={url} employees={employees.data?.usersPage} onOpen={onOpen} onInvite={() => setDialog('invite')} />
          )}
          {search.tab === 'invitations' && <InvitationsTab {...part} onInvite={() => setDialog('invite')} />}
          {search.tab === 'requests' && <RequestsTab {...part} />}
          {search.tab === 'teams' && (
            <TeamsTab {...part} onShow={(team) => change({ tab: 'employees', team, q: '', role: [], page: 1 }, { isStep: true })} />
          )}
          <EmployeePanel {...part} id={search.user} known={employees.data?.usersPage.items ?? NONE} onClose={() => change({ user: '' })} />
          <AddEmployeeDialog {...part} isOpen={dialog === 'add'} onClose={() => setDialog(null)} />
          <InviteDialog {...part} isOpen={dialog === 'invite'} onClose={() => setDialog(null)} />
        </>
      )}
    </>
  )
}
