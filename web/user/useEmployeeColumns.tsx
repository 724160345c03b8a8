import { useMemo } from 'react'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MISSING } from '#web/ui/format.ts'
import { EmployeeMarks } from './EmployeeMarks.tsx'
import classes from './EmployeeTable.module.css'
import type { AssignableWorkCenter, Employee } from './people.ts'
import { TeamName } from './TeamName.tsx'

/** How many work centers of an operator are named before the rest is counted. */
const NAMED = 2

/** Returns the columns of the employees. */
export function useEmployeeColumns(
  workCenters: readonly AssignableWorkCenter[],
  onOpen: (id: string) => void,
): readonly ListColumn<Employee>[] {
  const { t } = useTexts('user')
  return useMemo(() => {
    const role = (one: Employee) => (one.role == null ? MISSING : t(`role.${one.role}`))
    const namesOf = (one: Employee) => workCenters.filter(({ id }) => one.workCenterIds.includes(id)).map(({ name }) => name)
    const marksOf = (one: Employee) =>
      [
        ...(one.isEmailVerified ? [] : [t('employees.notVerified')]),
        ...(one.isTwoFactorOn === true ? [t('employees.twoFactor')] : []),
      ].join(', ')
    const assigned = (one: Employee) => {
      if (one.role !== 'OPERATOR') return null
      const names = namesOf(one)
      if (names.length === 0) return <span className={classes['warning']}>{t('workCenters.noneAssigned')}</span>
      const rest = names.length - NAMED
      return [names.slice(0, NAMED).join(', '), ...(rest > 0 ? [t('workCenters.more', { count: rest })] : [])].join(' ')
    }
    return [
      {
        key: 'name',
        title: t('sort.name'),
        isTitle: true,
        isSortable: true,
        width: 240,
        value: (one) => one.fullName,
        cell: (one) => (
          <div className={classes['who']}>
            <Avatar photo={one.photo ?? null} initials={one.initials} />
            <button type="button" data-open className={classes['name']} aria-haspopup="dialog" onClick={() => onOpen(one.id)}>
              {one.fullName}
            </button>
          </div>
        ),
      },
      {
        key: 'login',
        title: t('employees.login'),
        foldsBelow: 992,
        isPlain: true,
        width: 270,
        value: (one) => [one.login ?? '', one.email].filter((part) => part !== '').join(', '),
        cell: (one) => (
          <div className={classes['lines']}>
            {one.login != null && <span>{one.login}</span>}
            <span className={one.login == null ? undefined : classes['meta']}>{one.email}</span>
          </div>
        ),
      },
      { key: 'role', title: t('field.role'), isSortable: true, isPlain: true, value: role, cell: role },
      {
        key: 'team',
        title: t('field.team'),
        isSortable: true,
        isPlain: true,
        value: (one) => one.team?.name ?? null,
        cell: (one) => (one.team ? <TeamName {...one.team} /> : MISSING),
      },
      {
        key: 'workCenters',
        title: t('field.workCenters'),
        foldsBelow: 992,
        value: (one) => (one.role !== 'OPERATOR' ? null : namesOf(one).join(', ') || t('workCenters.noneAssigned')),
        cell: assigned,
      },
      { key: 'marks', title: t('employees.account'), isPlain: true, value: marksOf, cell: (one) => <EmployeeMarks employee={one} /> },
    ]
  }, [t, workCenters, onOpen])
}
