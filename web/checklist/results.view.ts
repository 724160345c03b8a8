import { DAY_MS } from '#engine/time/durations.ts'
import type { ChecklistOccurrenceFilter } from '#web/api/generated/graphql.ts'
import type { ChecklistsSearch } from './checklistsSearch.ts'

/** What the results are narrowed by. */
export type ResultFilters = Pick<ChecklistsSearch, 'of' | 'show' | 'since' | 'wc'>
export const NO_RESULT_FILTERS = { of: [], show: 'all', since: 'all', wc: [], page: 1 } as const

const STATES = { all: ['DONE', 'MISSED', 'SKIPPED'], DONE: ['DONE'], MISSED: ['MISSED'], SKIPPED: ['SKIPPED'] } as const

/** Returns the filter of the API; `now` is in ms UTC. */
export function resultFilter({ of, show, since, wc }: ResultFilters, now: number): ChecklistOccurrenceFilter {
  return {
    ...(show === 'DEVIATION' ? { result: 'DEVIATION' as const } : { states: [...STATES[show]] }),
    ...(of.length > 0 && { checklistIds: [...of] }),
    ...(wc.length > 0 && { workCenterIds: [...wc] }),
    ...(since !== 'all' && {
      period: { start: new Date(now - Number(since) * DAY_MS).toISOString(), end: new Date(now + DAY_MS).toISOString() },
    }),
  }
}
