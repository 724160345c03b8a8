import type { Role } from '#engine/access/abilities.ts'
import { problemOfRemoval } from '#engine/user/mayEditPeople.ts'
import { columnOf, isDescending } from '#web/parts/list/sort.ts'
import { SORTS, type UsersSearch, type UsersSort } from './usersSearch.ts'

/** Returns the question for those of the search, in its order. */
export function employeesQuery({ q, role, team, sort }: Pick<UsersSearch, 'q' | 'role' | 'team' | 'sort'>) {
  return {
    ...(q.trim() !== '' && { search: q }),
    ...(role.length > 0 && { roles: [...role] }),
    ...(team !== '' && { teamId: team }),
    orderBy: { field: ORDER_FIELDS[sortColumn(sort)], direction: isDescending(sort) ? 'DESC' : 'ASC' },
  } as const
}

const ORDER_FIELDS = { name: 'NAME', role: 'ROLE', team: 'TEAM' } as const

function sortColumn(sort: UsersSearch['sort']): UsersSort {
  return SORTS.find((one) => one === columnOf(sort)) ?? 'name'
}

type RoleCounts = readonly { readonly role: Role; readonly count: number }[]

/** Returns how many people the company has, of a role or in all. */
export function countOf(counts: RoleCounts, role?: Role): number {
  return counts.reduce((sum, one) => sum + (role === undefined || one.role === role ? one.count : 0), 0)
}

/** Returns whether filters or the search leave somebody out. */
export function isFiltered(search: UsersSearch): boolean {
  return search.q.trim() !== '' || search.role.length > 0 || search.team !== ''
}

/** Returns whether one of the role is the company's only administrator, whose role and membership stay (G-23). */
export function isLastAdministrator(counts: RoleCounts, role: Role | null | undefined): boolean {
  const otherAdministrators = countOf(counts, 'ADMIN') - (role === 'ADMIN' ? 1 : 0)
  return role != null && problemOfRemoval({ before: role, otherAdministrators }) !== null
}
