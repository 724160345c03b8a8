import { ROLES, type Role } from '#engine/access/abilities.ts'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import { problemOfRemoval } from '#engine/user/mayEditPeople.ts'
import { foldText } from '#web/ui/foldText.ts'
import type { UsersSearch, UsersSort } from './usersSearch.ts'

export type ListedTeam = { readonly id: string; readonly name: string; readonly color: string }

export type Employee = {
  readonly id: string
  readonly fullName: string
  readonly email: string
  readonly login?: string | null
  readonly role?: Role | null
  readonly team?: ListedTeam | null
}

/** Returns those whose name, login or address has the text, who have one of the roles and are in the team, by name. */
export function filterEmployees<One extends Employee>(
  employees: readonly One[],
  search: Pick<UsersSearch, 'q' | 'roles' | 'team'>,
  compare: (a: string, b: string) => number,
): readonly One[] {
  const wanted = foldText(search.q)
  return employees
    .filter(
      ({ fullName, email, login, role, team }) =>
        [fullName, email, login ?? ''].some((text) => foldText(text).includes(wanted)) &&
        (search.roles.length === 0 || (role != null && search.roles.includes(role))) &&
        (search.team === '' || teamIdOf({ team }) === search.team),
    )
    .toSorted((one, other) => compare(one.fullName, other.fullName))
}

/** By what employees are sorted in each column; null comes last. */
export const EMPLOYEE_RANKS: Record<UsersSort, (one: Employee) => string | number | null> = {
  name: ({ fullName }) => fullName,
  role: ({ role }) => (role == null ? null : ROLES.indexOf(role)),
  team: ({ team }) => team?.name ?? null,
}

/** Returns the id of an employee's team, or of the empty team. */
export function teamIdOf({ team }: { readonly team?: ListedTeam | null | undefined }): string {
  return team?.id ?? NO_TEAM_ID
}

/** Returns whether filters or the search leave somebody out. */
export function isFiltered(search: UsersSearch): boolean {
  return search.q.trim() !== '' || search.roles.length > 0 || search.team !== ''
}

/** Returns whether the employee is the company's only administrator, whose role and membership stay (G-23). */
export function isLastAdministrator(employees: readonly Employee[], id: string): boolean {
  const before = employees.find((one) => one.id === id)?.role
  const otherAdministrators = employees.filter((one) => one.role === 'ADMIN' && one.id !== id).length
  return before != null && problemOfRemoval({ before, otherAdministrators }) !== null
}
