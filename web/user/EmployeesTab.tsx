import { useMemo } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { EmployeeTable } from './EmployeeTable.tsx'
import type { PartProps } from './people.ts'
import { isFiltered, listEmployees, type UsersSearch } from './users.view.ts'
import { UsersToolbar } from './UsersToolbar.tsx'
import classes from './Parts.module.css'

type EmployeesTabProps = PartProps & {
  readonly search: UsersSearch
  readonly onSearch: (next: Partial<UsersSearch>) => void
  readonly onOpen: (id: string) => void
  readonly onInvite: () => void
}

/** Returns the employees that match the search and the filters, how many of how many, and what to do when there are none. */
export function EmployeesTab({ people, isManager, search, onSearch, onOpen, onInvite }: EmployeesTabProps) {
  const { t } = useTexts('user')
  const format = useFormat()
  const shown = useMemo(() => listEmployees(people.users, search, format.compare), [people.users, search, format])
  if (people.users.length === 0) {
    return (
      <EmptyState title={t('employees.none')} text={t('employees.noneHelp')}>
        {isManager && <ActionButton onClick={onInvite}>{t('invite.open')}</ActionButton>}
      </EmptyState>
    )
  }
  return (
    <>
      <UsersToolbar people={people} search={search} onChange={onSearch} />
      <p className={classes['count']} role="status">
        {isFiltered(search)
          ? t('employees.countOf', { shown: format.number(shown.length), count: people.users.length })
          : t('employees.count', { count: people.users.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState title={t('employees.none')} text={t('employees.noMatch')}>
          <ActionButton onClick={() => onSearch({ q: '', roles: [], team: '' })}>{t('employees.clear')}</ActionButton>
        </EmptyState>
      ) : (
        <EmployeeTable employees={shown} workCenters={people.workCenters} search={search} onSearch={onSearch} onOpen={onOpen} />
      )}
    </>
  )
}
