import { flag, ids, oneOf, text } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

export const CHECKLIST_TABS = ['today', 'lists', 'results', 'figures'] as const
export const FIGURE_DAYS = ['31', '7', '92'] as const
export const RESULT_FILTERS = ['all', 'DEVIATION', 'MISSED', 'DONE'] as const

/** The URL state of the checklists. */
export const CHECKLISTS_SEARCH = tableOfPage(
  '/checklists',
  searchTable({
    tab: oneOf(CHECKLIST_TABS),
    show: oneOf(RESULT_FILTERS),
    /** The figures: of so many days, of one checklist or of all. */
    days: oneOf(FIGURE_DAYS),
    of: ids({ most: 1 }),
    /** Of one machine, as the code on it says. */
    wc: ids(),
    /** The open checklist, or a new one. */
    id: ids({ or: 'new' }),
    /** The occurrence that is answered. */
    run: ids(),
    /** What was handed in is corrected. */
    fix: flag(),
    /** The machine to whose operator mode the way back leads. */
    machine: text(),
    /** The occurrence that is looked at. */
    result: ids(),
  }),
)
export type ChecklistsSearch = ReturnType<typeof CHECKLISTS_SEARCH.read>
