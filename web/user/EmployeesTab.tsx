import { useMemo } from 'react'
import { showToast } from '#web/base/toast.ts'
import { useCopy } from '#web/base/useCopy.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import type { Chip } from '#web/parts/list/table/Chips.tsx'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { Employee, PartProps } from './people.ts'
import { useEmployeeColumns } from './useEmployeeColumns.tsx'
import { filterEmployees, isFiltered, teamIdOf } from './users.view.ts'
import type { UsersSearch } from './usersSearch.ts'
import { UsersToolbar } from './UsersToolbar.tsx'

type EmployeesTabProps = PartProps & {
  readonly url: ListUrl<UsersSearch>
  readonly onOpen: (id: string) => void
  readonly onInvite: () => void
}

/** Returns the employees that match the search and the filters, how many of how many, and what to do when there are none. */
export function EmployeesTab({ people, isManager, url, onOpen, onInvite }: EmployeesTabProps) {
  const { t } = useTexts('user')
  const format = useFormat()
  const { copy } = useCopy()
  const { search, change } = url
  const columns = useEmployeeColumns(people.workCenters, onOpen)
  const shown = useMemo(() => filterEmployees(people.users, search, format.compare), [people.users, search, format])
  const chip = (key: string, text: string, next: Partial<UsersSearch>): Chip => ({ key, text, onRemove: () => change(next) })
  const team =
    people.users.find((one) => teamIdOf(one) === search.team)?.team?.name ?? people.teams.find(({ id }) => id === search.team)?.name
  const chips: readonly Chip[] = [
    ...(search.q.trim() === '' ? [] : [chip('q', `“${search.q.trim()}”`, { q: '' })]),
    ...search.roles.map((role) => chip(role, t(`role.${role}`), { roles: search.roles.filter((one) => one !== role) })),
    ...(search.team === '' ? [] : [chip('team', team ?? t('team.none'), { team: '' })]),
  ]
  return (
    <ListView<Employee>
      name="USERS"
      caption={t('tab.employees')}
      url={url}
      columns={columns}
      rows={shown}
      rowKey={idOf}
      rowName={nameOf}
      filters={<UsersToolbar people={people} search={search} onChange={change} />}
      chips={chips}
      onClear={() => change({ q: '', roles: [], team: '' })}
      {...(people.users.length > 0 && {
        count: isFiltered(search)
          ? t('employees.countOf', { shown: format.number(shown.length), count: people.users.length })
          : t('employees.count', { count: people.users.length }),
      })}
      actions={[
        {
          key: 'copy',
          label: t('employees.copyAddresses'),
          run: (rows) => {
            void copy(rows.map(({ email }) => email).join(', ')).then(() =>
              showToast(t('employees.addressesCopied', { count: rows.length })),
            )
          },
        },
      ]}
      file={{ name: fileNamePart(t('page.users')) }}
      empty={{
        title: t('employees.none'),
        text: t('employees.noneHelp'),
        action: isManager ? <ActionButton onClick={onInvite}>{t('invite.open')}</ActionButton> : null,
      }}
      noMatch={{ title: t('employees.none'), text: t('employees.noMatch') }}
    />
  )
}

function idOf(one: Employee): string {
  return one.id
}

function nameOf(one: Employee): string {
  return one.fullName
}
