import type { AbilityGrants } from '#engine/access/abilities.ts'
import type { Problem } from '#engine/result.ts'

/** Lists of which a person saves views; of the first steps there is one while they are hidden. */
export const LIST_NAMES = [
  'ANALYTICS',
  'AUDIT',
  'BOXES',
  'CHECKLISTS',
  'CHECKLIST_RESULTS',
  'ENERGY',
  'FIRST_STEPS',
  'HISTORY',
  'JOBS',
  'JOB_ORDERS',
  'LOSSES',
  'OUTPUT',
  'OUTPUT_CONFIRMATIONS',
  'SHIFTS',
  'USERS',
  'WORK_REQUESTS',
] as const
export type ListName = (typeof LIST_NAMES)[number]

export const VIEW_NAME_MAX_LENGTH = 80
/** Of the query parameters of a view. */
export const VIEW_SEARCH_MAX_LENGTH = 2000
/** Of one person and one list. */
export const MAX_SAVED_VIEWS = 100

/** A list's URL state under a name: query parameters such as `action=UPDATE_TEAM&range=today`. */
export type SavedViewForm = { readonly list: ListName; readonly name: string; readonly search: string }

/** Returns whether the person may save views that all of the company see, and delete those of others. */
export function mayShareViews(grants: AbilityGrants): boolean {
  return grants.modifiable.has('ANALYTICS')
}

/** Returns whether a view of the list can be one of all: that the first steps are hidden is one's own affair. */
export function isShareable(list: ListName): boolean {
  return list !== 'FIRST_STEPS'
}

/** Returns what is wrong with a saved view: a name of 1 to 80 characters, at most 2,000 characters of parameters. */
export function savedViewProblems({ name, search }: SavedViewForm): readonly Problem[] {
  const problems: Problem[] = []
  if (name === '') problems.push({ code: 'REQUIRED', field: 'name' })
  if (name.length > VIEW_NAME_MAX_LENGTH) {
    problems.push({ code: 'LENGTH_OUT_OF_RANGE', field: 'name', params: { min: 1, max: VIEW_NAME_MAX_LENGTH } })
  }
  if (search.length > VIEW_SEARCH_MAX_LENGTH) {
    problems.push({ code: 'LENGTH_OUT_OF_RANGE', field: 'search', params: { min: 0, max: VIEW_SEARCH_MAX_LENGTH } })
  }
  return problems
}
