import { useClient } from 'urql'
import { EmployeesDocument } from '#web/api/generated/graphql.ts'
import { showToast } from '#web/base/toast.ts'
import { useCopy } from '#web/base/useCopy.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import type { Chip } from '#web/parts/list/table/Chips.tsx'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { Employee, Employees, PartProps } from './people.ts'
import { useEmployeeColumns } from './useEmployeeColumns.tsx'
import { countOf, employeesQuery, isFiltered } from './users.view.ts'
import type { UsersSearch } from './usersSearch.ts'
import { UsersToolbar } from './UsersToolbar.tsx'

/** Of a page that goes into a file. */
const FILE_PAGE_SIZE = 1000

type EmployeesTabProps = PartProps & {
  readonly url: ListUrl<UsersSearch>
  /** The page of them that is shown; undefined while it is not known. */
  readonly employees: Employees | undefined
  readonly onOpen: (id: string) => void
  readonly onInvite: () => void
}

/** Returns the employees that match the search and the filters, how many of how many, and what to do when there are none. */
export function EmployeesTab({ people, isManager, url, employees, onOpen, onInvite }: EmployeesTabProps) {
  const { t } = useTexts('user')
  const format = useFormat()
  const { copy } = useCopy()
  const { search, change } = url
  const columns = useEmployeeColumns(people.workCenters, onOpen)
  const client = useClient()
  const total = countOf(people.roleCounts)
  const clear = { q: '', roles: [], team: '', page: 1 } as const
  const readPage = async (page: number) => {
    const answer = await client
      .query(EmployeesDocument, { ...employeesQuery(search), page, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (answer.data === undefined) throw answer.error ?? new Error('The employees cannot be read')
    return answer.data.usersPage
  }
  const chip = (key: string, text: string, next: Partial<UsersSearch>): Chip => ({
    key,
    text,
    onRemove: () => change({ page: 1, ...next }),
  })
  const team = people.teams.find(({ id }) => id === search.team)?.name
  const chips: readonly Chip[] = [
    ...(search.q.trim() === '' ? [] : [chip('q', `“${search.q.trim()}”`, { q: '' })]),
    ...search.role.map((role) => chip(role, t(`role.${role}`), { role: search.role.filter((one) => one !== role) })),
    ...(search.team === '' ? [] : [chip('team', team ?? t('team.none'), { team: '' })]),
  ]
  return (
    <ListView<Employee>
      name="USERS"
      caption={t('tab.employees')}
      url={url}
      columns={columns}
      rows={employees?.items}
      isSorted
      rowKey={idOf}
      rowName={nameOf}
      filters={<UsersToolbar people={people} search={search} onChange={(next) => change({ page: 1, ...next })} />}
      chips={chips}
      onClear={() => change(clear)}
      {...(employees && {
        count: isFiltered(search)
          ? t('employees.countOf', { shown: format.number(employees.totalItems), count: total })
          : t('employees.count', { count: total }),
        paging: {
          page: employees.current,
          size: employees.size,
          total: employees.totalItems,
          isTotalExact: employees.isTotalExact,
          onPage: (page: number) => change({ page }, { isStep: true }),
        },
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
      file={{ name: fileNamePart(t('page.users')), readPage }}
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
