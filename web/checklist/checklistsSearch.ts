import { columnsOf, flag, ids, oneOf, page, sortOf, text } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

export const CHECKLIST_TABS = ['today', 'lists', 'results', 'figures'] as const
export const FIGURE_DAYS = ['31', '7', '92'] as const
export const RESULT_FILTERS = ['all', 'DEVIATION', 'MISSED', 'DONE', 'SKIPPED'] as const
export const RESULT_DAYS = ['all', '1', '7', '31', '92'] as const
/** Columns that can be left out: of the checklists, and of their results. */
export const LIST_COLUMNS = ['group', 'when', 'where', 'tasks', 'active'] as const
export const RESULT_COLUMNS = ['where', 'due', 'result', 'by', 'at', 'why'] as const

/** The URL state of the checklists. */
export const CHECKLISTS_SEARCH = tableOfPage(
  '/checklists',
  searchTable({
    tab: oneOf(CHECKLIST_TABS),
    /** The checklists: what is sought in their names, their order and columns. */
    q: text(),
    sort: sortOf(['name', ...LIST_COLUMNS], 'name'),
    cols: columnsOf(LIST_COLUMNS),
    /** The results: what became of them, of so many days, their page and columns. */
    show: oneOf(RESULT_FILTERS),
    since: oneOf(RESULT_DAYS),
    page: page(),
    resultCols: columnsOf(RESULT_COLUMNS),
    /** The figures: of so many days; like the results of one checklist or of all. */
    days: oneOf(FIGURE_DAYS),
    of: ids({ most: 1 }),
    /** Of one machine, as the code on it says. */
    wc: ids(),
    /** The open checklist, or a new one. */
    id: ids({ or: 'new' }),
    /** The occurrence that is answered. */
    run: ids(),
    /** The one that was begun on this device without a connection: when, in UTC ms. */
    here: text(),
    /** What was handed in is corrected. */
    fix: flag(),
    /** The machine to whose operator mode the way back leads. */
    machine: text(),
    /** The occurrence that is looked at. */
    result: ids(),
  }),
)
export type ChecklistsSearch = ReturnType<typeof CHECKLISTS_SEARCH.read>
