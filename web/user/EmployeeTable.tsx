import { useTexts } from '#web/texts/useTexts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MISSING } from '#web/ui/format.ts'
import { type Column, Table } from '#web/ui/Table.tsx'
import { EmployeeMarks } from './EmployeeMarks.tsx'
import type { AssignableWorkCenter, Employee } from './people.ts'
import { TeamName } from './TeamName.tsx'
import type { Sort, UsersSearch } from './users.view.ts'
import classes from './EmployeeTable.module.css'

type EmployeeTableProps = {
  readonly employees: readonly Employee[]
  readonly workCenters: readonly AssignableWorkCenter[]
  readonly search: UsersSearch
  readonly onSearch: (next: Partial<UsersSearch>) => void
  readonly onOpen: (id: string) => void
}

/** How many work centers of an operator are named before the rest is counted. */
const NAMED = 2

/** Returns the table of employees; narrow pages keep the name and put the rest below it. */
export function EmployeeTable({ employees, workCenters, search, onSearch, onOpen }: EmployeeTableProps) {
  const { t } = useTexts('user')
  const sorted = (sort: Sort) => ({
    sort: search.sort !== sort ? ('none' as const) : search.isDescending ? ('descending' as const) : ('ascending' as const),
    onSort: () => onSearch({ sort, isDescending: search.sort === sort && !search.isDescending }),
  })
  const role = (one: Employee) => (one.role == null ? MISSING : t(`role.${one.role}`))
  const assigned = (one: Employee) => {
    if (one.role !== 'OPERATOR') return null
    const names = workCenters.filter(({ id }) => one.workCenterIds.includes(id)).map(({ name }) => name)
    if (names.length === 0) return <span className={classes['warning']}>{t('workCenters.noneAssigned')}</span>
    const rest = names.length - NAMED
    return [names.slice(0, NAMED).join(', '), ...(rest > 0 ? [t('workCenters.more', { count: rest })] : [])].join(' ')
  }
  const columns: readonly Column<Employee>[] = [
    {
      key: 'name',
      title: t('sort.name'),
      ...sorted('name'),
      cell: (one) => (
        <div className={classes['who']}>
          <Avatar photo={one.photo ?? null} initials={one.initials} />
          <div className={classes['lines']}>
            <button type="button" className={classes['name']} aria-haspopup="dialog" onClick={() => onOpen(one.id)}>
              {one.fullName}
            </button>
            <div className={classes['middle']}>
              {one.login != null && <span>{one.login}</span>}
              <span>{one.email}</span>
            </div>
            <div className={classes['narrow']}>
              <span>{role(one)}</span>
              {one.team && <TeamName {...one.team} />}
              <EmployeeMarks employee={one} />
            </div>
          </div>
        </div>
      ),
    },
    {
      key: 'login',
      title: t('employees.login'),
      hideBelow: 992,
      cell: (one) => (
        <div className={classes['lines']}>
          {one.login != null && <span>{one.login}</span>}
          <span className={one.login == null ? undefined : classes['meta']}>{one.email}</span>
        </div>
      ),
    },
    { key: 'role', title: t('field.role'), hideBelow: 600, ...sorted('role'), cell: role },
    {
      key: 'team',
      title: t('field.team'),
      hideBelow: 600,
      ...sorted('team'),
      cell: (one) => (one.team ? <TeamName {...one.team} /> : MISSING),
    },
    { key: 'workCenters', title: t('field.workCenters'), hideBelow: 992, cell: assigned },
    { key: 'marks', title: t('employees.account'), hideBelow: 600, cell: (one) => <EmployeeMarks employee={one} /> },
  ]
  return <Table caption={t('tab.employees')} columns={columns} rows={employees} rowKey={(one) => one.id} />
}
