import { ROLES, type Role } from '#engine/access/abilities.ts'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import { lastAdministratorProblem } from '#engine/user/role.ts'
import { foldText } from '#web/ui/foldText.ts'

export const TABS = ['employees', 'invitations', 'requests', 'teams'] as const
export type Tab = (typeof TABS)[number]

export const SORTS = ['name', 'role', 'team'] as const
export type Sort = (typeof SORTS)[number]

/** What of the page is in the address; a value that means nothing is the default. */
export type UsersSearch = {
  readonly tab: Tab
  readonly q: string
  readonly roles: readonly Role[]
  /** The id of a team, `NO_TEAM_ID`, or empty for all. */
  readonly team: string
  readonly sort: Sort
  readonly isDescending: boolean
  /** Whose drawer is open. */
  readonly user: string
}

export type ListedTeam = { readonly id: string; readonly name: string; readonly color: string }

export type Employee = {
  readonly id: string
  readonly fullName: string
  readonly email: string
  readonly login?: string | null
  readonly role?: Role | null
  readonly team?: ListedTeam | null
}

/** Returns what the address says of the page. */
export function readSearch(search: Record<string, unknown>): UsersSearch {
  const text = (key: string) => (typeof search[key] === 'string' ? search[key] : '')
  const sort = text('sort').replace(/^-/, '')
  const roles = text('role').split(',')
  return {
    tab: TABS.find((tab) => tab === text('tab')) ?? 'employees',
    q: text('q'),
    roles: ROLES.filter((role) => roles.includes(role)),
    team: /^[0-9a-f-]{36}$/i.test(text('team')) ? text('team').toLowerCase() : '',
    sort: SORTS.find((one) => one === sort) ?? 'name',
    isDescending: text('sort').startsWith('-'),
    user: text('user'),
  }
}

/** Returns the query parameters for the settings; defaults are left out of the address. */
export function writeSearch(search: UsersSearch): Record<string, string> {
  const sort = `${search.isDescending ? '-' : ''}${search.sort}`
  return {
    ...(search.tab === 'employees' ? {} : { tab: search.tab }),
    ...(search.q === '' ? {} : { q: search.q }),
    ...(search.roles.length === 0 ? {} : { role: search.roles.join(',') }),
    ...(search.team === '' ? {} : { team: search.team }),
    ...(sort === 'name' ? {} : { sort }),
    ...(search.user === '' ? {} : { user: search.user }),
  }
}

/** Returns those whose name, login or address has the text, who have one of the roles and are in the team, sorted as asked; those without a team come last. */
export function listEmployees<One extends Employee>(
  employees: readonly One[],
  search: UsersSearch,
  compare: (a: string, b: string) => number,
): readonly One[] {
  const wanted = foldText(search.q)
  const matching = employees.filter(
    ({ fullName, email, login, role, team }) =>
      [fullName, email, login ?? ''].some((text) => foldText(text).includes(wanted)) &&
      (search.roles.length === 0 || (role != null && search.roles.includes(role))) &&
      (search.team === '' || teamIdOf({ team }) === search.team),
  )
  const byName = (one: One, other: One) => compare(one.fullName, other.fullName)
  const sorted = matching.toSorted((one, other) => orderBy(search.sort, one, other, compare) || byName(one, other))
  return search.isDescending ? sorted.toReversed() : sorted
}

/** Returns the id of the team of an employee; that of no team for nobody's. */
export function teamIdOf({ team }: { readonly team?: ListedTeam | null | undefined }): string {
  return team?.id ?? NO_TEAM_ID
}

/** Returns whether filters or the search leave somebody out. */
export function isFiltered(search: UsersSearch): boolean {
  return search.q.trim() !== '' || search.roles.length > 0 || search.team !== ''
}

/** Returns whether the employee is the only administrator of the company, whose role and membership stay (G-23). */
export function isLastAdministrator(employees: readonly Employee[], id: string): boolean {
  const before = employees.find((one) => one.id === id)?.role
  const otherAdministrators = employees.filter((one) => one.role === 'ADMIN' && one.id !== id).length
  return before != null && lastAdministratorProblem({ before, after: null, otherAdministrators }) !== null
}

function orderBy(sort: Sort, one: Employee, other: Employee, compare: (a: string, b: string) => number): number {
  switch (sort) {
    case 'name':
      return compare(one.fullName, other.fullName)
    case 'role':
      return rank(one.role) - rank(other.role)
    case 'team':
      return one.team == null || other.team == null
        ? Number(one.team == null) - Number(other.team == null)
        : compare(one.team.name, other.team.name)
  }
}

function rank(role: Role | null | undefined): number {
  return role == null ? ROLES.length : ROLES.indexOf(role)
}
