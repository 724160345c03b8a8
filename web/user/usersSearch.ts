import { ROLES } from '#engine/access/abilities.ts'
import { columnsOf, listOf, oneOf, page, sortOf, text, uuid } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

export const TABS = ['employees', 'invitations', 'requests', 'teams'] as const
export type Tab = (typeof TABS)[number]

export const SORTS = ['name', 'role', 'team'] as const
export type UsersSort = (typeof SORTS)[number]

/** Columns of the employees that can be left out; the name always stands first. */
export const EMPLOYEE_COLUMNS = ['login', 'role', 'team', 'workCenters', 'marks'] as const

/** The URL state of the users of a company. */
export const USERS_SEARCH = tableOfPage(
  '/users',
  searchTable({
    tab: oneOf(TABS),
    q: text(),
    role: listOf(ROLES),
    /** The id of a team, `NO_TEAM_ID`, or empty for all. */
    team: uuid(),
    sort: sortOf(SORTS, 'name'),
    page: page(),
    cols: columnsOf(EMPLOYEE_COLUMNS),
    /** Whose drawer is open. */
    user: text(),
  }),
)
export type UsersSearch = ReturnType<typeof USERS_SEARCH.read>
